// A client of the trading interface: lists the instruments that can be ordered, and modifies an order.
//
// Go 1.21 or later, standard library only. ../README.md says how to run it and what to change.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	timeout   = 10 * time.Second
	mostPages = 10_000
)

type object = map[string]any

type client struct {
	baseURL string
	token   string
	key     []byte
	http    *http.Client
}

func newClient(baseURL, token string, key []byte) *client {
	return &client{
		baseURL: strings.TrimRight(baseURL, "/"),
		token:   token,
		key:     key,
		http: &http.Client{
			Timeout: timeout,
			// A redirect is an answer like any other: nothing is sent elsewhere.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

func (c *client) listInstruments(group, code string) ([]string, error) {
	codes := []string{}
	seen := map[string]bool{}
	nextKey := ""
	for pages := 0; pages < mostPages; pages++ {
		query := "stockGroupCd=" + escape(group) + "&stockCd=" + escape(code) + "&nextKey=" + escape(nextKey)
		request, err := http.NewRequest(http.MethodGet, c.baseURL+"/stocks/orders?"+query, nil)
		if err != nil {
			return nil, err
		}
		status, body, err := c.send(request)
		if err != nil {
			return nil, err
		}
		page, err := readPage(status, body)
		if err != nil {
			return nil, err
		}
		codes = append(codes, page.codes...)
		if !page.hasNext {
			return codes, nil
		}
		if page.nextKey == "" {
			return nil, errors.New("the service says that there is a further page, and gives no nextKey to it")
		}
		print := fmt.Sprintf("%q", append([]string{page.nextKey}, page.codes...))
		if seen[print] {
			return nil, errors.New("the service gives the same page with the same nextKey again and again")
		}
		seen[print] = true
		nextKey = page.nextKey
	}
	return nil, fmt.Errorf("the instruments have more than %d pages", mostPages)
}

func (c *client) modifyOrder(order, change object) (bool, error) {
	members, err := modifyBody(order, change)
	if err != nil {
		return false, err
	}
	body, err := json.Marshal(members)
	if err != nil {
		return false, err
	}
	request, err := http.NewRequest(http.MethodPost, c.baseURL+"/orders/modify", bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Timestamp", timestamp)
	request.Header.Set("X-Signature", c.sign(timestamp, request.Method, request.URL.RequestURI(), body))
	status, answer, err := c.send(request)
	if err != nil {
		// Not sent again: it may have been carried out, and may not have been.
		return false, fmt.Errorf("%w; the outcome is not known: look the order up before anything else", err)
	}
	return readOutcome(status, answer)
}

func (c *client) sign(timestamp, method, target string, body []byte) string {
	// This is the recipe {timestamp}{method}{target}{body}. Another one of your service goes here.
	mac := hmac.New(sha512.New, c.key)
	mac.Write([]byte(timestamp + method + target))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

func (c *client) send(request *http.Request) (int, []byte, error) {
	request.Header.Set("Authorization", "Bearer "+c.token)
	request.Header.Set("Accept", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return 0, nil, noAnswer(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, nil, noAnswer(err)
	}
	return response.StatusCode, body, nil
}

// noAnswer leaves out the URL that net/http puts before the cause.
func noAnswer(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return fmt.Errorf("no answer came: %w", err)
}

// escape percent-encodes a value. QueryEscape alone would write a space as "+".
func escape(value string) string {
	return strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
}

// prices names those that an order type needs; one that is not needed is sent as 0.
var prices = map[string][]string{
	"MARKET":     {},
	"LIMIT":      {"orderPrice"},
	"STOP":       {"barrierPrice"},
	"LIMIT_STOP": {"barrierPrice", "orderPrice"},
}

var (
	identity   = []string{"stockCd", "orderTypeCd", "sideCd", "orderDateTime", "orderNo", "orderQuantity"}
	conditions = map[string]string{
		"profitRealizationYn": "profitRealizationBarrierPrice",
		"lossCutYn":           "lossCutBarrierPrice",
	}
	changeable = []string{"barrierPrice", "orderPrice", "profitRealizationYn", "profitRealizationBarrierPrice",
		"lossCutYn", "lossCutBarrierPrice", "lossTrackingYn"}
)

// modifyBody has all that identifies the order, its prices, and of the conditions only what is to be changed.
func modifyBody(order, change object) (object, error) {
	for name := range change {
		if !slices.Contains(changeable, name) {
			return nil, fmt.Errorf("a modification cannot change %s", name)
		}
	}
	body := object{}
	for _, name := range identity {
		body[name] = order[name]
	}
	for _, name := range []string{"barrierPrice", "orderPrice"} {
		body[name] = 0
		if orderType, _ := order["orderTypeCd"].(string); slices.Contains(prices[orderType], name) {
			body[name] = either(change[name], order[name])
		}
	}
	for name, price := range conditions {
		if change[name] == nil && change[price] == nil {
			continue
		}
		if change[name] == "N" {
			body[name], body[price] = "N", 0
			continue
		}
		if order[name] == nil {
			return nil, fmt.Errorf("the order has no %s, and none can be added to it", name)
		}
		value := either(change[price], order[price])
		if isZero(value) {
			return nil, fmt.Errorf("%s Y needs %s", name, price)
		}
		body[name], body[price] = "Y", value
	}
	if change["lossTrackingYn"] != nil {
		body["lossTrackingYn"] = change["lossTrackingYn"]
	}
	return body, nil
}

func either(first, second any) any {
	if first != nil {
		return first
	}
	return second
}

func isZero(value any) bool {
	number, isNumber := value.(json.Number)
	price, err := number.Float64()
	return !isNumber || err != nil || price == 0
}

// readOutcome says whether the order was modified. Only an envelope can say so; the body of a refusal is not looked at.
func readOutcome(status int, body []byte) (bool, error) {
	if status >= 400 && status <= 499 {
		return false, nil
	}
	if success, isBool := readData(body)["success"].(bool); isBool && status == http.StatusOK {
		return success, nil
	}
	return false, fmt.Errorf("the answer, with status %d, says neither yes nor no: the outcome is not known", status)
}

type page struct {
	hasNext bool
	nextKey string
	codes   []string
}

func readPage(status int, body []byte) (page, error) {
	if status != http.StatusOK {
		return page{}, fmt.Errorf("the service refused the lookup with status %d", status)
	}
	data := readData(body)
	hasNext, isBool := data["hasNext"].(bool)
	details, isArray := data["details"].([]any)
	if !isBool || !isArray {
		return page{}, errors.New("the answer has no page in it")
	}
	nextKey, _ := data["nextKey"].(string)
	read := page{hasNext: hasNext, nextKey: nextKey}
	for _, detail := range details {
		record, _ := detail.(object)
		code, isString := record["stockCd"].(string)
		if !isString {
			return page{}, errors.New("the page has an instrument without a stockCd")
		}
		read.codes = append(read.codes, code)
	}
	return read, nil
}

// readData gives the data of an envelope, and nil where the answer is none.
// Maps, since struct fields would also be filled from members in another case, such as "Success".
func readData(body []byte) object {
	var envelope object
	if json.Unmarshal(body, &envelope) != nil {
		return nil
	}
	_, hasStatus := envelope["status"].(string)
	code, hasCode := envelope["code"].(float64)
	data, _ := envelope["data"].(object)
	if !hasStatus || !hasCode || code != math.Trunc(code) {
		return nil
	}
	return data
}

func readKey(text, encoding string) ([]byte, error) {
	unpadded := strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(text), "=")
	switch encoding {
	case "utf8":
		return []byte(text), nil
	case "hex":
		return hex.DecodeString(text)
	case "base64", "base64url":
		return base64.RawStdEncoding.DecodeString(unpadded)
	}
	return nil, fmt.Errorf("the signing key cannot be read as %s", encoding)
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func perform() (any, error) {
	template := setting("TRADECERT_SIGNATURE_TEMPLATE", "concat")
	if template != "concat" && template != "{timestamp}{method}{target}{body}" {
		return nil, fmt.Errorf("this client does not sign by %s: see sign", template)
	}
	for _, name := range []string{"TRADECERT_BASE_URL", "TRADECERT_TOKEN", "TRADECERT_SIGNING_KEY", "TRADECERT_TASK"} {
		if setting(name, "") == "" {
			return nil, fmt.Errorf("%s is not set", name)
		}
	}
	key, err := readKey(os.Getenv("TRADECERT_SIGNING_KEY"), setting("TRADECERT_SIGNING_KEY_ENCODING", "utf8"))
	if err != nil {
		return nil, err
	}
	var task struct {
		Task          string
		StockGroupCd  string
		StockCd       string
		Order, Change object
	}
	decoder := json.NewDecoder(strings.NewReader(os.Getenv("TRADECERT_TASK")))
	decoder.UseNumber() // A price is sent in the digits it came in, without a detour over a float.
	if err := decoder.Decode(&task); err != nil {
		return nil, err
	}
	client := newClient(os.Getenv("TRADECERT_BASE_URL"), os.Getenv("TRADECERT_TOKEN"), key)
	switch task.Task {
	case "list-instruments":
		return client.listInstruments(task.StockGroupCd, task.StockCd)
	case "modify-order":
		success, err := client.modifyOrder(task.Order, task.Change)
		return object{"success": success}, err
	}
	return nil, fmt.Errorf("there is no task %s", task.Task)
}

func main() {
	told, err := perform()
	if err != nil {
		told = object{"error": err.Error()}
	}
	_ = json.NewEncoder(os.Stdout).Encode(told)
	if err != nil {
		os.Exit(1)
	}
}
