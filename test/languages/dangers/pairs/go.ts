import type { Pair } from '../pairs.ts';

export const goPairs: Pair[] = [
  {
    path: 'src/history.go',
    danger: 'a shell in a subprocess',
    bad: `package src

import "os/exec"

func History(branch string) ([]byte, error) {
	command := "git log --oneline " + branch
	return exec.Command("sh", "-c", command).Output() // <-
}`,
    safe: `package src

import "os/exec"

func History(branch string) ([]byte, error) {
	exec.Command("sh", "-c", "ls | wc -l").Run()
	exec.Command("sh", "-c", \`git show "$1"\`, "sh", branch).Run()
	return exec.Command("git", "log", "--oneline", branch).Output()
}`,
  },
  {
    path: 'src/deploy.go',
    danger: 'a shell in a subprocess',
    bad: `package src

import (
	"context"
	"fmt"
	run "os/exec"
)

func Deploy(ctx context.Context, host string) error {
	cmd := run.CommandContext(ctx, "/bin/bash", "-c", fmt.Sprintf("ssh %s make", host)) // <-
	return cmd.Run()
}`,
    safe: `package src

import (
	"context"
	run "os/exec"
)

func Deploy(ctx context.Context, host string) error {
	cmd := run.CommandContext(ctx, "ssh", host, "make")
	return cmd.Run()
}`,
  },
  {
    path: 'src/users.go',
    danger: 'SQL put together from text',
    bad: `package src

import (
	"database/sql"
	"fmt"
)

func ByName(db *sql.DB, name string) (*sql.Rows, error) {
	query := fmt.Sprintf("SELECT id FROM users WHERE name = '%s'", name) // <-
	return db.Query(query)
}`,
    safe: `package src

import (
	"database/sql"
	"fmt"
)

const table = "users"

var columns = map[string]string{"name": "name", "age": "age"}

func ByName(db *sql.DB, name, by string, limit int) (*sql.Rows, error) {
	query := fmt.Sprintf("SELECT id FROM %s WHERE name = $1 ORDER BY %s", table, columns[by])
	query += fmt.Sprintf(" LIMIT %d", limit)
	return db.Query(query, name)
}`,
  },
  {
    path: 'src/remove.go',
    danger: 'SQL put together from text',
    bad: `package src

import "database/sql"

func Remove(db *sql.DB, id string) error {
	_, err := db.Exec("DELETE FROM notes WHERE id = " + id) // <-
	return err
}`,
    safe: `package src

import (
	"database/sql"
	"strings"
)

func Remove(db *sql.DB, ids []any) error {
	holes := strings.TrimSuffix(strings.Repeat("?,", len(ids)), ",")
	_, err := db.Exec("DELETE FROM notes WHERE id IN ("+holes+")", ids...)
	return err
}`,
  },
  {
    path: 'src/orders.go',
    danger: 'SQL put together from text',
    bad: `package src

import (
	"database/sql"
	"strings"
)

func Orders(db *sql.DB, state string) (*sql.Rows, error) {
	var query strings.Builder
	query.WriteString("SELECT id FROM orders WHERE 1 = 1")
	if state != "" {
		query.WriteString(" AND state = '" + state + "'") // <-
	}
	return db.Query(query.String())
}`,
    safe: `package src

import (
	"database/sql"
	"strings"
)

func Orders(db *sql.DB, state string) (*sql.Rows, error) {
	var query strings.Builder
	query.WriteString("SELECT id FROM orders WHERE 1 = 1")
	args := []any{}
	if state != "" {
		query.WriteString(" AND state = ?")
		args = append(args, state)
	}
	return db.Query(query.String(), args...)
}`,
  },
  {
    path: 'src/badge.go',
    danger: 'HTML set from a value',
    bad: `package src

import "html/template"

func Badge(name string) template.HTML {
	return template.HTML("<b>" + name + "</b>") // <-
}`,
    safe: `package src

import "html/template"

const line = "<hr>"

func Badge(name string) template.HTML {
	return template.HTML(line + "<b>" + template.HTMLEscapeString(name) + "</b>")
}`,
  },
  {
    path: 'src/hello.go',
    danger: 'HTML sent from a value',
    bad: `package src

import (
	"fmt"
	"net/http"
)

func Hello(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	fmt.Fprintf(w, "<h1>Hello %s</h1>", name) // <-
}`,
    safe: `package src

import (
	"fmt"
	"html"
	"net/http"
	"os"
)

func Hello(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	fmt.Fprintf(os.Stderr, "<hello %s>", name)
	fmt.Fprintf(w, "<h1>Hello %s</h1>", html.EscapeString(name))
}`,
  },
  {
    path: 'src/client.go',
    danger: 'certificate checks switched off',
    bad: `package src

import (
	"crypto/tls"
	"net/http"
)

func Client() *http.Client {
	config := &tls.Config{InsecureSkipVerify: true} // <-
	return &http.Client{Transport: &http.Transport{TLSClientConfig: config}}
}`,
    safe: `package src

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
)

func Client(pool *x509.CertPool, check func(tls.ConnectionState) error) *http.Client {
	config := &tls.Config{RootCAs: pool, InsecureSkipVerify: false}
	pinned := &tls.Config{InsecureSkipVerify: true, VerifyConnection: check}
	return &http.Client{Transport: &http.Transport{TLSClientConfig: choose(config, pinned)}}
}`,
  },
  {
    path: 'src/dial.go',
    danger: 'certificate checks switched off',
    bad: `package src

import "crypto/tls"

func Dial(address string, config *tls.Config) (*tls.Conn, error) {
	config.InsecureSkipVerify = true // <-
	return tls.Dial("tcp", address, config)
}`,
    safe: `package src

import "crypto/tls"

func Dial(address string, config *tls.Config) (*tls.Conn, error) {
	if config.InsecureSkipVerify == true {
		return nil, errChecks
	}
	return tls.Dial("tcp", address, config)
}`,
  },
  {
    path: 'src/token.go',
    danger: 'guessable randomness',
    bad: `package src

import (
	"fmt"
	"math/rand"
)

func Invite(user string) string {
	token := fmt.Sprintf("%s-%d", user, rand.Int63()) // <-
	return token
}`,
    safe: `package src

import (
	"crypto/rand"
	"encoding/hex"
	mrand "math/rand"
)

func Invite(user string) (string, int) {
	secret := make([]byte, 32)
	_, err := rand.Read(secret)
	delay := mrand.Intn(1000)
	token := user + hex.EncodeToString(secret)
	return token, delay
}`,
  },
  {
    path: 'src/password.go',
    danger: 'a weak hash of a password',
    bad: `package src

import (
	"crypto/md5"
	"encoding/hex"
)

func Stored(password string) string {
	sum := md5.Sum([]byte(password)) // <-
	return hex.EncodeToString(sum[:])
}`,
    safe: `package src

import (
	"crypto/md5"

	"golang.org/x/crypto/bcrypt"
)

func Stored(password string) ([]byte, error) {
	return bcrypt.GenerateFromPassword([]byte(password), 12)
}

func Etag(body []byte) [16]byte {
	return md5.Sum(body)
}`,
  },
  {
    path: 'src/share.go',
    danger: 'a world-writable file',
    bad: `package src

import "os"

func Share(path string) error {
	return os.Chmod(path, 0777) // <-
}`,
    safe: `package src

import "os"

func Share(path string) error {
	return os.Chmod(path, 0o755)
}`,
  },
  {
    path: 'src/session.go',
    danger: 'tokens without a signature',
    bad: `package src

import "github.com/golang-jwt/jwt/v5"

func Session(claims jwt.Claims) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodNone, claims) // <-
	return token.SignedString(nil)
}`,
    safe: `package src

import "github.com/golang-jwt/jwt/v5"

func Session(claims jwt.Claims, key []byte) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims)
	return token.SignedString(key)
}`,
  },
  {
    path: 'src/origins.go',
    danger: 'credentials for every origin',
    bad: `package src

import "github.com/rs/cors"

func Origins() *cors.Cors {
	return cors.New(cors.Options{AllowedOrigins: []string{"*"}, AllowCredentials: true}) // <-
}`,
    safe: `package src

import "github.com/rs/cors"

func Origins(origins []string) *cors.Cors {
	open := cors.Options{AllowedOrigins: []string{"*"}}
	return choose(cors.New(open), cors.New(cors.Options{AllowedOrigins: origins, AllowCredentials: true}))
}`,
  },
  {
    path: 'src/files.go',
    danger: 'a file named by a request',
    bad: `package src

import (
	"net/http"
	"os"
	"path/filepath"
)

func Download(w http.ResponseWriter, r *http.Request) {
	path := filepath.Join("uploads", r.FormValue("name"))
	data, _ := os.ReadFile(path) // <-
	w.Write(data)
}`,
    safe: `package src

import (
	"encoding/gob"
	"net/http"
	"os"
	"path/filepath"
)

func Download(w http.ResponseWriter, r *http.Request) {
	path := filepath.Join("uploads", filepath.Base(r.FormValue("name")))
	data, _ := os.ReadFile(path)
	gob.NewDecoder(r.Body).Decode(&data)
	w.Write(data)
}`,
  },
];
