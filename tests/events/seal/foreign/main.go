// Checks notes, checkpoints and proofs with the code by which the Go project checks its own module log,
// and hands back some that this code made. Reads one JSON object and writes one.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type input struct {
	SignerKey, VerifierKey string
	Leaves                 [][]byte
	Checkpoint             string
	Entries                [][]byte // a tlog-proof of each leaf
	Growth                 []string // for each old size from 1 on: hashes, a line each
	ToSign                 string
	Slip                   string   // of all leaves, by the key above and countersigners
	CosignerKeys           []string // in the order of their lines
}

type output struct {
	Signed      string
	VerifierKey string
	Own         string // a note signed by a key of this program
	Inclusion   []string
	Consistency []string
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func hashes(lines []string) (found []tlog.Hash) {
	for _, line := range lines {
		if line != "" {
			hash, err := tlog.ParseHash(line)
			must(err)
			found = append(found, hash)
		}
	}
	return found
}

func text(hashes []tlog.Hash) (lines string) {
	for _, hash := range hashes {
		lines += hash.String() + "\n"
	}
	return lines
}

// checkSlip looks at a slip with note, which knows its keeper, and checks the countersignatures, of a type
// that note does not know, with nothing but the standard library.
func checkSlip(in input, known note.Verifiers, root tlog.Hash) {
	slip, err := note.Open([]byte(in.Slip), known)
	must(err)
	lines := strings.Split(slip.Text, "\n")
	if lines[1] != fmt.Sprint(len(in.Leaves)) || lines[2] != root.String() {
		must(fmt.Errorf("slip says %q, tree is %d %v", lines, len(in.Leaves), root))
	}
	if len(slip.Sigs) != 1 || len(slip.UnverifiedSigs) != len(in.CosignerKeys) {
		must(fmt.Errorf("%d and %d signatures", len(slip.Sigs), len(slip.UnverifiedSigs)))
	}
	for i, key := range in.CosignerKeys {
		made := slip.UnverifiedSigs[i]
		parts := strings.SplitN(key, "+", 3)
		public, err := base64.StdEncoding.DecodeString(parts[2])
		must(err)
		id := sha256.Sum256(append([]byte(parts[0]+"\n"), public...))
		value, err := base64.StdEncoding.DecodeString(made.Base64)
		must(err)
		if public[0] != 4 || hex.EncodeToString(id[:4]) != parts[1] || made.Name != parts[0] ||
			made.Hash != binary.BigEndian.Uint32(id[:4]) || !bytes.Equal(value[:4], id[:4]) || len(value) != 76 {
			must(fmt.Errorf("the line of %s does not name the key %s", made.Name, key))
		}
		time := binary.BigEndian.Uint64(value[4:12])
		message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, slip.Text)
		if !ed25519.Verify(public[1:], []byte(message), value[12:]) {
			must(fmt.Errorf("the countersignature of %s does not hold", made.Name))
		}
	}
}

func main() {
	var in input
	must(json.NewDecoder(os.Stdin).Decode(&in))
	verifier, err := note.NewVerifier(in.VerifierKey)
	must(err)
	known := note.VerifierList(verifier)

	// The tree as Go builds it.
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			found[i] = stored[index]
		}
		return found, nil
	})
	roots := []tlog.Hash{{}}
	for n, leaf := range in.Leaves {
		more, err := tlog.StoredHashes(int64(n), leaf, reader)
		must(err)
		stored = append(stored, more...)
		root, err := tlog.TreeHash(int64(n)+1, reader)
		must(err)
		roots = append(roots, root)
	}
	size := int64(len(in.Leaves))

	opened, err := note.Open([]byte(in.Checkpoint), known)
	must(err)
	tree, err := tlog.ParseTree([]byte(opened.Text))
	must(err)
	if tree.N != size || tree.Hash != roots[size] {
		must(fmt.Errorf("checkpoint says %d %v, tree is %d %v", tree.N, tree.Hash, size, roots[size]))
	}

	checkSlip(in, known, roots[size])

	var out output
	for n, file := range in.Entries {
		above, signed, _ := strings.Cut(string(file), "\n\n")
		lines := strings.Split(above, "\n")
		if lines[0] != "c2sp.org/tlog-proof@v1" || lines[1] != fmt.Sprintf("index %d", n) {
			must(fmt.Errorf("proof %d begins with %q", n, lines[:2]))
		}
		opened, err := note.Open([]byte(signed), known)
		must(err)
		tree, err := tlog.ParseTree([]byte(opened.Text))
		must(err)
		must(tlog.CheckRecord(hashes(lines[2:]), tree.N, tree.Hash, int64(n), tlog.RecordHash(in.Leaves[n])))
		proof, err := tlog.ProveRecord(size, int64(n), reader)
		must(err)
		out.Inclusion = append(out.Inclusion, text(proof))
	}
	for i, lines := range in.Growth {
		old := int64(i) + 1
		must(tlog.CheckTree(hashes(strings.Split(lines, "\n")), size, roots[size], old, roots[old]))
		proof, err := tlog.ProveTree(size, old, reader)
		must(err)
		out.Consistency = append(out.Consistency, text(proof))
	}

	signer, err := note.NewSigner(in.SignerKey)
	must(err)
	signed, err := note.Sign(&note.Note{Text: in.ToSign}, signer)
	must(err)
	out.Signed = string(signed)

	private, public, err := note.GenerateKey(nil, "go.example/log")
	must(err)
	own, err := note.NewSigner(private)
	must(err)
	signed, err = note.Sign(&note.Note{Text: string(tlog.FormatTree(tree))}, own, signer)
	must(err)
	out.VerifierKey, out.Own = public, string(signed)
	must(json.NewEncoder(os.Stdout).Encode(out))
}
