// The two operations with net/http and encoding/json.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
)

// mended: with what the findings ask for.
var mended = os.Getenv("MENDED") != ""

const prefix = "/public/v1"

func main() {
	instruments, err := loadInstruments(os.Getenv("INSTRUMENTS"))
	if err != nil {
		log.Fatal(err)
	}
	book := newBook(instruments)
	guard := guard{jwtSecret: []byte(os.Getenv("JWT_SECRET")), signingKey: []byte(os.Getenv("SIGNING_KEY"))}

	mux := http.NewServeMux()
	mux.Handle("POST "+prefix+"/orders/modify", guard.token(guard.signature(handleModify(book))))
	mux.Handle("GET "+prefix+"/stocks/orders", guard.token(handleStocks(instruments)))
	mux.Handle("POST /test-orders", handleOrderSource(book))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux))
}

type envelope struct {
	Status string `json:"status"`
	Code   int    `json:"code"`
	Data   any    `json:"data"`
}

func encode(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		log.Print(err)
	}
}

func refuse(w http.ResponseWriter, status int, message string) {
	encode(w, status, map[string]string{"message": message})
}
