package program

import (
	"os"
	"path/filepath"
	"testing"
)

func TestProgramIsFoundAtTheGivenPath(t *testing.T) {
	directory := t.TempDir()
	path := filepath.Join(directory, "altcraft-bridge")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", directory)
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	beside := filepath.Join(filepath.Dir(executable), "altcraft-bridge")
	cases := []struct{ named, variable, expected string }{
		{"/named", "/variable", "/named"}, {"", "/variable", "/variable"}, {"", "", path},
	}
	check := func(named, variable, expected string) {
		t.Helper()
		t.Setenv("ALTCRAFT_BRIDGE", variable)
		if found, err := Find(named); err != nil || found != expected {
			t.Errorf("%q %v, not %q", found, err, expected)
		}
	}
	for _, example := range cases {
		check(example.named, example.variable, example.expected)
	}
	if err := os.WriteFile(beside, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(beside)
	check("", "", beside)
	os.Remove(beside)
	t.Setenv("PATH", "")
	t.Setenv("ALTCRAFT_BRIDGE", "")
	if _, err := Find(""); err == nil {
		t.Error("it was found nowhere")
	}
}
