// Verifier of the public log that shares no code with the service: Go's own notes, tiles and proofs.
//
// Reads one JSON request from stdin and writes one JSON report to stdout.
package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type request struct {
	// Address below which checkpoint and tiles are.
	Prefix string `json:"prefix"`
	Key    string `json:"key"`
	// Checkpoints, the oldest first.
	Checkpoints []string `json:"checkpoints"`
	// Entries at their indexes, each as 64 digits.
	Entries []struct {
		Index int64  `json:"index"`
		Entry string `json:"entry"`
	} `json:"entries"`
}

type report struct {
	Signatures  int      `json:"signatures"`
	Inclusions  int      `json:"inclusions"`
	Consistency int      `json:"consistency"`
	Tiles       int      `json:"tiles"`
	Bundles     int      `json:"bundles"`
	Faults      []string `json:"faults"`
}

const height = 8

// tiles reads tiles by the paths of C2SP, which have no height in them.
type tiles struct {
	prefix string
	kept   map[string][]byte
}

func (t *tiles) Height() int { return height }

func (t *tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (t *tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	read := make([][]byte, len(wanted))
	for at, tile := range wanted {
		body, err := t.get(strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", height), "tile/", 1))
		if err != nil {
			return nil, err
		}
		read[at] = body
	}
	return read, nil
}

func (t *tiles) get(path string) ([]byte, error) {
	if body, ok := t.kept[path]; ok {
		return body, nil
	}
	response, err := http.Get(t.prefix + "/" + path)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, response.Status)
	}
	t.kept[path] = body
	return body, nil
}

// parse reads the first three lines of a checkpoint.
func parse(text string) (tlog.Tree, error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 4 {
		return tlog.Tree{}, fmt.Errorf("a checkpoint of %d lines", len(lines))
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		return tlog.Tree{}, fmt.Errorf("the root %q", lines[2])
	}
	return tlog.Tree{N: size, Hash: tlog.Hash(root)}, nil
}

func main() {
	var asked request
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if err := json.NewEncoder(os.Stdout).Encode(verify(asked)); err != nil {
		os.Exit(2)
	}
}

func verify(asked request) report {
	found := report{Faults: []string{}}
	fault := func(what string, err error) { found.Faults = append(found.Faults, fmt.Sprintf("%s: %v", what, err)) }
	verifier, err := note.NewVerifier(asked.Key)
	if err != nil {
		fault("key", err)
		return found
	}
	var trees []tlog.Tree
	for at, text := range asked.Checkpoints {
		opened, err := note.Open([]byte(text), note.VerifierList(verifier))
		if err != nil {
			fault(fmt.Sprintf("checkpoint %d", at), err)
			continue
		}
		tree, err := parse(opened.Text)
		if err != nil {
			fault(fmt.Sprintf("checkpoint %d", at), err)
			continue
		}
		found.Signatures++
		trees = append(trees, tree)
	}
	if len(trees) == 0 {
		return found
	}
	newest := trees[len(trees)-1]
	source := &tiles{prefix: asked.Prefix, kept: map[string][]byte{}}
	hashes := tlog.TileHashReader(newest, source)
	for at := 1; at < len(trees); at++ {
		older, newer := trees[at-1], trees[at]
		proof, err := tlog.ProveTree(newer.N, older.N, hashes)
		if err == nil {
			err = tlog.CheckTree(proof, newer.N, newer.Hash, older.N, older.Hash)
		}
		if err != nil {
			fault(fmt.Sprintf("consistency of %d and %d leaves", older.N, newer.N), err)
			continue
		}
		found.Consistency++
	}
	for _, one := range asked.Entries {
		if err := included(one.Index, one.Entry, newest, hashes); err != nil {
			fault(fmt.Sprintf("entry %d", one.Index), err)
			continue
		}
		found.Inclusions++
	}
	found.Tiles = len(source.kept)
	found.Bundles = bundles(newest, source, hashes, fault)
	return found
}

func included(index int64, entry string, tree tlog.Tree, hashes tlog.HashReader) error {
	data, err := hex.DecodeString(entry)
	if err != nil {
		return err
	}
	proof, err := tlog.ProveRecord(tree.N, index, hashes)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(data))
}

// bundles reads every entry of the log, and counts the bundles whose entries give the hashes of the tree.
func bundles(tree tlog.Tree, source *tiles, hashes tlog.HashReader, fault func(string, error)) int {
	whole := 0
	for first := int64(0); first < tree.N; first += 1 << height {
		width := min(int64(1<<height), tree.N-first)
		tile := tlog.Tile{H: height, L: -1, N: first >> height, W: int(width)}
		path := strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/data/", height), "tile/entries/", 1)
		body, err := source.get(path)
		for at := int64(0); err == nil && at < width; at++ {
			if len(body) < 2 || len(body) < 2+(int(body[0])<<8|int(body[1])) {
				err = fmt.Errorf("cut in entry %d", at)
				break
			}
			length := int(body[0])<<8 | int(body[1])
			entry := body[2 : 2+length]
			body = body[2+length:]
			var known []tlog.Hash
			known, err = hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, first+at)})
			if err == nil && known[0] != tlog.RecordHash(entry) {
				err = fmt.Errorf("entry %d is not that of the tree", at)
			}
		}
		if err == nil && len(body) > 0 {
			err = fmt.Errorf("%d bytes more than its entries", len(body))
		}
		if err != nil {
			fault(path, err)
			continue
		}
		whole++
	}
	return whole
}
