#!/bin/sh
# A client of the trading interface: lists the instruments that can be ordered, and modifies an order.
# curl, openssl and jq. ../README.md says how to run it and what to change.
set -eu

TIMEOUT_S=10
MOST_PAGES=10000

# Ends with a reason, as JSON on standard output.
fail() {
  jq -n -c --arg error "$1" '{error: $error}'
  exit 1
}

# Sends a request: arguments of curl, last the URL. The body of the answer goes to the file "answer", its status to
# standard output; the status of curl says whether a whole answer came.
# --disable: no .curlrc. There is no --location: a redirect is an answer like any other, nothing is sent elsewhere.
# The token comes on standard input, since arguments of a process can be seen by others on the machine.
send() {
  : >"$work/answer"
  printf 'Authorization: Bearer %s\n' "$TRADECERT_TOKEN" |
    curl --disable --silent --globoff --path-as-is --max-time "$TIMEOUT_S" --header @- --header 'Accept: application/json' \
      --output "$work/answer" --write-out '%{http_code}' "$@"
}

# What both readers of answers begin with. An answer that is no envelope has no data.
ENVELOPE='
  def is_integer: type == "number" and floor == .;
  def is_envelope:
    type == "object" and (.status | type == "string") and (.code | is_integer) and (.data | type == "object");
  def data: if length == 1 and (.[0] | is_envelope) then .[0].data else {} end;'

# --- the walk over all pages

# A page, checked. jq writes the nextKey percent-encoded, so that the shell never holds its bytes.
PAGE='
  data
  | if (.hasNext | type == "boolean") and (.details | type == "array")
      and all(.details[]; type == "object" and (.stockCd | type == "string"))
    then {hasNext, key: (.nextKey | if type == "string" then @uri else "" end), codes: [.details[].stockCd]}
    else error("no page") end'

list_instruments() {
  filter=$(task '"stockGroupCd=\(.stockGroupCd | @uri)&stockCd=\(.stockCd | @uri)"')
  key=
  pages=0
  while [ "$pages" -lt "$MOST_PAGES" ]; do
    pages=$((pages + 1))
    status=$(send "$base_url/stocks/orders?$filter&nextKey=$key") || fail "No answer came: curl ended with $?."
    [ "$status" = 200 ] || fail "The service refused the lookup with status $status."
    page=$(jq -s -c "$ENVELOPE $PAGE" "$work/answer" 2>/dev/null) || fail 'The answer has no page in it.'
    printf '%s\n' "$page" | jq -c '.codes[]' >>"$work/codes"
    if [ "$(printf '%s' "$page" | jq .hasNext)" = false ]; then
      jq -s -c . "$work/codes"
      return
    fi
    key=$(printf '%s' "$page" | jq -r .key)
    [ -n "$key" ] || fail 'The service says that there is a further page, and gives no nextKey to it.'
    ! grep -qxF -e "$page" "$work/seen" || fail 'The service gives the same page with the same nextKey again and again.'
    printf '%s\n' "$page" >>"$work/seen"
  done
  fail "The instruments have more than $MOST_PAGES pages."
}

# --- the modification

# All that identifies the order, its prices (0 where the type does not need one), and of the conditions only what is to be changed.
BODY='
  {"MARKET": [], "LIMIT": ["orderPrice"], "STOP": ["barrierPrice"], "LIMIT_STOP": ["barrierPrice", "orderPrice"]} as $prices
  | .order as $order | .change as $change
  | def needed($price): if $prices[$order.orderTypeCd] | index($price) then $change[$price] // $order[$price] else 0 end;
    def condition($yn; $price):
      if ($change[$yn] // $change[$price]) == null then {}
      elif $change[$yn] == "N" then {($yn): "N", ($price): 0}
      elif $order[$yn] == null then "The order has no \($yn), and none can be added to it." | halt_error
      else
        ($change[$price] // $order[$price] // 0) as $value
        | if $value == 0 then "\($yn) Y needs \($price)." | halt_error else {($yn): "Y", ($price): $value} end
      end;
    ($change | del(.barrierPrice, .orderPrice, .lossTrackingYn,
      .profitRealizationYn, .profitRealizationBarrierPrice, .lossCutYn, .lossCutBarrierPrice) | keys) as $unknown
  | if $unknown != [] then "A modification cannot change \($unknown | join(", "))." | halt_error else . end
  | ($order | {stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity})
    + {barrierPrice: needed("barrierPrice"), orderPrice: needed("orderPrice")}
    + condition("profitRealizationYn"; "profitRealizationBarrierPrice")
    + condition("lossCutYn"; "lossCutBarrierPrice")
    + ($change | with_entries(select(.key == "lossTrackingYn")))'

modify_order() {
  reason=$(task "$BODY" 2>&1 >"$work/body") || fail "$reason"
  timestamp=$(date +%s)
  signature=$(sign "$timestamp" POST "$prefix/orders/modify")
  # Not sent again where no answer comes: it may have been carried out, and may not have been.
  status=$(send --header 'Content-Type: application/json' --header "X-Timestamp: $timestamp" \
    --header "X-Signature: $signature" --data-binary "@$work/body" "$base_url/orders/modify") ||
    fail "No answer came: curl ended with $?. The outcome is not known: look the order up before anything else."
  success=$(jq -s "$ENVELOPE data.success" "$work/answer" 2>/dev/null) || success=
  # Only an envelope can say that the order was modified; the body of a refusal is not looked at.
  case $status/$success in
    4??/*) echo '{"success":false}' ;;
    200/true | 200/false) printf '{"success":%s}\n' "$success" ;;
    *) fail "The answer, with status $status, says neither yes nor no: the outcome is not known." ;;
  esac
}

# The signature of timestamp, method and target, and of the body in its file.
# The key is an argument of openssl, which has no other way to take it: while it runs, other users of this machine can see it.
sign() {
  # This is the recipe {timestamp}{method}{target}{body}. Another one of your service goes here.
  { printf '%s%s%s' "$1" "$2" "$3" && cat "$work/body"; } |
    openssl dgst -sha512 -mac HMAC -macopt "hexkey:$key_hex" -r | cut -d ' ' -f 1
}

# --- settings

# The key in hexadecimal, as openssl takes it.
read_key() {
  case ${TRADECERT_SIGNING_KEY_ENCODING:-utf8} in
    utf8) printf '%s' "$TRADECERT_SIGNING_KEY" | od -An -v -tx1 | tr -d ' \n' ;;
    hex) printf '%s' "$TRADECERT_SIGNING_KEY" ;;
    base64 | base64url)
      unpadded=$(printf '%s' "$TRADECERT_SIGNING_KEY" | tr -d '=' | tr -- '-_' '+/')
      case $((${#unpadded} % 4)) in 2) unpadded="$unpadded==" ;; 3) unpadded="$unpadded=" ;; esac
      printf '%s' "$unpadded" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n'
      ;;
  esac
}

# A value of the task, by a jq program; without a line break at its end.
task() {
  printf '%s' "$TRADECERT_TASK" | jq -c -j "$1"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/codes"
: >"$work/seen"

for name in TRADECERT_BASE_URL TRADECERT_TOKEN TRADECERT_SIGNING_KEY TRADECERT_TASK; do
  eval "[ -n \"\${$name:-}\" ]" || fail "$name is not set."
done
case ${TRADECERT_SIGNATURE_TEMPLATE:-concat} in
  concat | '{timestamp}{method}{target}{body}') ;;
  *) fail "This client does not sign by $TRADECERT_SIGNATURE_TEMPLATE: see sign." ;;
esac
key_hex=$(read_key)
case $key_hex in '' | *[!0-9a-fA-F]*) fail "The signing key cannot be read as ${TRADECERT_SIGNING_KEY_ENCODING:-utf8}." ;; esac

base_url=${TRADECERT_BASE_URL%/}
address=${base_url#*://}
case $address in */*) prefix=/${address#*/} ;; *) prefix= ;; esac

case $(task .task) in
  list-instruments) list_instruments ;;
  modify-order) modify_order ;;
  *) fail "There is no task $(task .task)." ;;
esac
