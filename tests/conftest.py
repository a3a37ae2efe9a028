"""What all tests share: profiles of Hypothesis (``pytest --hypothesis-profile=NAME``)."""

from hypothesis import HealthCheck, Phase, settings

# How long an example takes says nothing about what is tested, and everything about who else uses the machine.
settings.register_profile("untimed", settings(), deadline=None, suppress_health_check=(HealthCheck.too_slow,))
settings.load_profile("untimed")

# For runs against mutants: few examples, the same ones each time, and none made smaller when it fails.
settings.register_profile(
    "mutants",
    settings.get_profile("ci"),
    max_examples=25,
    phases=(Phase.explicit, Phase.generate),
    print_blob=False,
)
