// Package program finds the program of the bridge.
package program

import (
	"os"
	"os/exec"
	"path/filepath"
)

const name = "altcraft-bridge"

// Find returns the program to start: the named one, that of ALTCRAFT_BRIDGE, the one next to this
// program, or the one on the PATH.
func Find(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	if path := os.Getenv("ALTCRAFT_BRIDGE"); path != "" {
		return path, nil
	}
	if executable, err := os.Executable(); err == nil {
		path := filepath.Join(filepath.Dir(executable), name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return exec.LookPath(name)
}
