package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha512"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const maxBody = 1 << 20

// guard checks what section 5 asks for.
type guard struct{ jwtSecret, signingKey []byte }

func (g guard) token(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !found {
			refuse(w, http.StatusUnauthorized, "a Bearer token is required")
			return
		}
		key := func(*jwt.Token) (any, error) { return g.jwtSecret, nil }
		if _, err := jwt.Parse(token, key, jwt.WithValidMethods([]string{"HS256"})); err != nil {
			refuse(w, http.StatusUnauthorized, "the token is not valid")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (g guard) signature(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		timestamp := r.Header.Get("X-Timestamp")
		seconds, err := strconv.ParseInt(timestamp, 10, 64)
		if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > time.Minute {
			refuse(w, http.StatusBadRequest, "X-Timestamp is not within 60 seconds")
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			refuse(w, http.StatusBadRequest, "the body cannot be read")
			return
		}
		given, err := hex.DecodeString(r.Header.Get("X-Signature"))
		if err != nil || mended && len(r.Header.Values("X-Signature")) > 1 {
			refuse(w, http.StatusBadRequest, "X-Signature is no hexadecimal text")
			return
		}
		mac := hmac.New(sha512.New, g.signingKey)
		io.WriteString(mac, timestamp+r.Method+r.URL.Path)
		mac.Write(body)
		if !hmac.Equal(given, mac.Sum(nil)) {
			refuse(w, http.StatusBadRequest, "X-Signature is not the signature of this request")
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}
