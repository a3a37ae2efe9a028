"""What all tests share: profiles of Hypothesis (``pytest --hypothesis-profile=NAME``)."""

from hypothesis import Phase, settings

# For runs against mutants: few examples, the same ones each time, and none made smaller when it fails.
settings.register_profile(
    "mutants",
    settings.get_profile("ci"),
    max_examples=25,
    phases=(Phase.explicit, Phase.generate),
    print_blob=False,
)
