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
	Logs                   []writtenLog
}

// writtenLog is a log as kifuda wrote it, with files beside it.
type writtenLog struct {
	VerifierKey string
	Entries     [][]byte // stored bytes, in the order of the log
	Checkpoint  string
	Proofs      [][]byte // tlog-proofs of entries
	Tiles       []byte   // hashes over every 1,024 leaves
	Sources     []source
}

// source is where a match of the log was collected.
type source struct {
	VerifierKey string
	Entry       []byte // stored bytes
	Proof       []byte // a tlog-proof under the head of the other log
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

// parseTree parses the text of a checkpoint of any log: ParseTree knows one origin only.
func parseTree(text string) tlog.Tree {
	_, below, _ := strings.Cut(text, "\n")
	tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + below))
	must(err)
	return tree
}

// checkProof checks a tlog-proof of an entry that is signed by this key, and says where the entry lies.
func checkProof(file []byte, key string, entry func(index int64) []byte) {
	verifier, err := note.NewVerifier(key)
	must(err)
	above, signed, _ := strings.Cut(string(file), "\n\n")
	lines := strings.Split(above, "\n")
	var index int64
	if _, err := fmt.Sscanf(lines[1], "index %d", &index); err != nil || lines[0] != "c2sp.org/tlog-proof@v1" {
		must(fmt.Errorf("a proof begins with %q", lines[:2]))
	}
	opened, err := note.Open([]byte(signed), note.VerifierList(verifier))
	must(err)
	tree := parseTree(opened.Text)
	must(tlog.CheckRecord(hashes(lines[2:]), tree.N, tree.Hash, index, tlog.RecordHash(entry(index))))
}

// checkLog builds the tree over a log that kifuda wrote, and compares with it what lies beside.
func checkLog(in writtenLog) {
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			found[i] = stored[index]
		}
		return found, nil
	})
	for n, entry := range in.Entries {
		more, err := tlog.StoredHashes(int64(n), entry, reader)
		must(err)
		stored = append(stored, more...)
	}
	verifier, err := note.NewVerifier(in.VerifierKey)
	must(err)
	opened, err := note.Open([]byte(in.Checkpoint), note.VerifierList(verifier))
	must(err)
	tree := parseTree(opened.Text)
	root, err := tlog.TreeHash(int64(len(in.Entries)), reader)
	must(err)
	if tree.N != int64(len(in.Entries)) || tree.Hash != root {
		must(fmt.Errorf("checkpoint says %d %v, tree is %d %v", tree.N, tree.Hash, len(in.Entries), root))
	}
	for n := 0; n < len(in.Tiles)/tlog.HashSize; n++ {
		tile := in.Tiles[n*tlog.HashSize : (n+1)*tlog.HashSize]
		if hash := stored[tlog.StoredHashIndex(10, int64(n))]; !bytes.Equal(hash[:], tile) {
			must(fmt.Errorf("tile %d is %x, the tree has %v", n, tile, hash))
		}
	}
	for _, proof := range in.Proofs {
		checkProof(proof, in.VerifierKey, func(index int64) []byte { return in.Entries[index] })
	}
	for _, from := range in.Sources {
		checkProof(from.Proof, from.VerifierKey, func(int64) []byte { return from.Entry })
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
	for _, log := range in.Logs {
		checkLog(log)
	}

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
