// Modulezip writes a module in the format of a module proxy: modulezip MODULE@VERSION DIRECTORY [FILE…] > ZIP.
// The files named after the directory are added at the root of the module.
package main

import (
	"archive/zip"
	"io"
	"io/fs"
	"log"
	"os"
	"path"
	"path/filepath"
)

func main() {
	if len(os.Args) < 3 {
		log.Fatal("usage: modulezip MODULE@VERSION DIRECTORY [FILE...]")
	}
	name, directory, others := os.Args[1], os.Args[2], os.Args[3:]
	archive := zip.NewWriter(os.Stdout)
	err := filepath.WalkDir(directory, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		inside, err := filepath.Rel(directory, file)
		if err != nil {
			return err
		}
		return add(archive, path.Join(name, filepath.ToSlash(inside)), file)
	})
	for _, file := range others {
		if err == nil {
			err = add(archive, path.Join(name, filepath.Base(file)), file)
		}
	}
	if err == nil {
		err = archive.Close()
	}
	if err != nil {
		log.Fatal(err)
	}
}

func add(archive *zip.Writer, name, file string) error {
	source, err := os.Open(file)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := archive.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return err
}
