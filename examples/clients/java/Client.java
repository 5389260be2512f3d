import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A client of the trading interface: lists the instruments that can be ordered, and modifies an order.
 *
 * <p>Java 17 or later, standard library only. ../README.md says how to run it and what to change.
 */
final class Client {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MOST_PAGES = 10_000;

    /** What was asked for could not be done; the message says why. */
    static final class Failed extends Exception {
        Failed(String message) {
            super(message);
        }
    }

    record Answer(int status, byte[] body) {}

    record Page(boolean hasNext, String nextKey, List<String> stockCds) {}

    private final String baseUrl;
    private final String token;
    private final byte[] key;
    // Version 1.1, or else it asks a service without TLS whether it would rather speak HTTP/2. Redirects are not followed.
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(TIMEOUT)
            .build();

    Client(String baseUrl, String token, byte[] key) {
        this.baseUrl = baseUrl.replaceAll("/+$", "");
        this.token = token;
        this.key = key;
    }

    List<String> listInstruments(String stockGroupCd, String stockCd) throws Failed {
        var stockCds = new ArrayList<String>();
        Set<Page> seen = new HashSet<>();
        var nextKey = "";
        for (int count = 0; count < MOST_PAGES; count++) {
            var query = "stockGroupCd=%s&stockCd=%s&nextKey=%s"
                    .formatted(encode(stockGroupCd), encode(stockCd), encode(nextKey));
            var request = HttpRequest.newBuilder(URI.create(baseUrl + "/stocks/orders?" + query)).GET();
            var page = readPage(send(request));
            stockCds.addAll(page.stockCds());
            if (!page.hasNext()) {
                return stockCds;
            }
            if (page.nextKey() == null || page.nextKey().isEmpty()) {
                throw new Failed("The service says that there is a further page, and gives no nextKey to it.");
            }
            if (!seen.add(page)) {
                throw new Failed("The service gives the same page with the same nextKey again and again.");
            }
            nextKey = page.nextKey();
        }
        throw new Failed("The instruments have more than " + MOST_PAGES + " pages.");
    }

    boolean modifyOrder(Map<?, ?> order, Map<?, ?> change) throws Failed {
        var uri = URI.create(baseUrl + "/orders/modify");
        // Made once: what is signed and what is sent are the same bytes.
        var body = Json.write(modifyBody(order, change)).getBytes(UTF_8);
        var timestamp = Long.toString(Instant.now().getEpochSecond());
        var request = HttpRequest.newBuilder(uri)
                .POST(BodyPublishers.ofByteArray(body))
                .header("Content-Type", "application/json")
                .header("X-Timestamp", timestamp)
                .header("X-Signature", sign(timestamp, "POST", uri.getRawPath(), body));
        Answer answer;
        try {
            answer = send(request);
        } catch (Failed failed) {
            // Not sent again: it may have been carried out, and may not have been.
            throw new Failed(
                    failed.getMessage() + " The outcome is not known: look the order up before anything else.");
        }
        return readOutcome(answer);
    }

    private String sign(String timestamp, String method, String target, byte[] body) throws Failed {
        try {
            // This is the recipe {timestamp}{method}{target}{body}. Another one of your service goes here.
            var mac = Mac.getInstance("HmacSHA512");
            mac.init(new SecretKeySpec(key, "HmacSHA512"));
            mac.update((timestamp + method + target).getBytes(UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException error) {
            throw new Failed("The request cannot be signed: " + error.getMessage());
        }
    }

    private Answer send(HttpRequest.Builder request) throws Failed {
        request.header("Authorization", "Bearer " + token).header("Accept", "application/json");
        var answer = http.sendAsync(request.build(), BodyHandlers.ofByteArray());
        try {
            // The timeout of a request would only last until the headers are there.
            var response = answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(response.statusCode(), response.body());
        } catch (TimeoutException error) {
            throw new Failed("No answer came in time.");
        } catch (ExecutionException | InterruptedException error) {
            var cause = error.getCause() instanceof IOException known ? known : error;
            throw new Failed("No answer came: " + cause.getMessage() + ".");
        }
    }

    /** Percent-encodes a value. URLEncoder alone would write a space as "+". */
    private static String encode(String value) {
        return URLEncoder.encode(value, UTF_8).replace("+", "%20");
    }

    /** Which prices an order type needs; one that is not needed is sent as 0. */
    private static final Map<String, List<String>> PRICES = Map.of(
            "MARKET", List.of(),
            "LIMIT", List.of("orderPrice"),
            "STOP", List.of("barrierPrice"),
            "LIMIT_STOP", List.of("barrierPrice", "orderPrice"));

    private static final List<String> IDENTITY =
            List.of("stockCd", "orderTypeCd", "sideCd", "orderDateTime", "orderNo", "orderQuantity");

    private static final Map<String, String> CONDITIONS = Map.of(
            "profitRealizationYn", "profitRealizationBarrierPrice",
            "lossCutYn", "lossCutBarrierPrice");

    /** All that identifies the order, its prices, and of the conditions only what is to be changed. */
    private static Map<String, Object> modifyBody(Map<?, ?> order, Map<?, ?> change) throws Failed {
        for (var name : change.keySet()) {
            var isPrice = List.of("barrierPrice", "orderPrice").contains(name);
            var isCondition = CONDITIONS.containsKey(name) || CONDITIONS.containsValue(name);
            if (!isPrice && !isCondition && !name.equals("lossTrackingYn")) {
                throw new Failed("A modification cannot change " + name + ".");
            }
        }
        var body = new LinkedHashMap<String, Object>();
        for (var name : IDENTITY) {
            body.put(name, order.get(name));
        }
        var needed = PRICES.getOrDefault(order.get("orderTypeCd"), List.of());
        for (var name : List.of("barrierPrice", "orderPrice")) {
            body.put(name, needed.contains(name) ? either(change.get(name), order.get(name)) : Json.ZERO);
        }
        for (var condition : CONDITIONS.entrySet()) {
            var name = condition.getKey();
            var price = condition.getValue();
            if (!change.containsKey(name) && !change.containsKey(price)) {
                continue;
            }
            if ("N".equals(change.get(name))) {
                body.put(name, "N");
                body.put(price, Json.ZERO);
                continue;
            }
            if (!order.containsKey(name)) {
                throw new Failed("The order has no " + name + ", and none can be added to it.");
            }
            var value = either(change.get(price), order.get(price));
            if (!(value instanceof Json.Number number) || number.value().signum() == 0) {
                throw new Failed(name + " Y needs " + price + ".");
            }
            body.put(name, "Y");
            body.put(price, value);
        }
        if (change.containsKey("lossTrackingYn")) {
            body.put("lossTrackingYn", change.get("lossTrackingYn"));
        }
        return body;
    }

    private static Object either(Object first, Object second) {
        return first != null ? first : second;
    }

    /** Whether the order was modified. Only an envelope can say so; the body of a refusal is not looked at. */
    private static boolean readOutcome(Answer answer) throws Failed {
        if (answer.status() >= 400 && answer.status() <= 499) {
            return false;
        }
        if (answer.status() == 200 && readData(answer).get("success") instanceof Boolean success) {
            return success;
        }
        throw new Failed("The answer, with status %d, says neither yes nor no: the outcome is not known."
                .formatted(answer.status()));
    }

    private static Page readPage(Answer answer) throws Failed {
        if (answer.status() != 200) {
            throw new Failed("The service refused the lookup with status " + answer.status() + ".");
        }
        var data = readData(answer);
        if (!(data.get("hasNext") instanceof Boolean hasNext) || !(data.get("details") instanceof List<?> details)) {
            throw new Failed("The answer has no page in it.");
        }
        var stockCds = new ArrayList<String>();
        for (var detail : details) {
            if (!(detail instanceof Map<?, ?> record) || !(record.get("stockCd") instanceof String stockCd)) {
                throw new Failed("The page has an instrument without a stockCd.");
            }
            stockCds.add(stockCd);
        }
        return new Page(hasNext, data.get("nextKey") instanceof String text ? text : null, stockCds);
    }

    /** {@code data} of an envelope; empty where the answer is none. */
    private static Map<?, ?> readData(Answer answer) {
        try {
            var text = UTF_8.newDecoder().decode(ByteBuffer.wrap(answer.body())).toString();
            if (Json.read(text) instanceof Map<?, ?> envelope
                    && envelope.get("status") instanceof String
                    && envelope.get("code") instanceof Json.Number code
                    && code.value().stripTrailingZeros().scale() <= 0
                    && envelope.get("data") instanceof Map<?, ?> data) {
                return data;
            }
        } catch (CharacterCodingException | IllegalArgumentException error) {
            // No JSON is no envelope.
        }
        return Map.of();
    }

    private static byte[] readKey(String text, String encoding) throws Failed {
        try {
            return switch (encoding) {
                case "utf8" -> text.getBytes(UTF_8);
                case "hex" -> HexFormat.of().parseHex(text);
                case "base64", "base64url" -> Base64.getDecoder()
                        .decode(text.replace('-', '+').replace('_', '/').replaceAll("=+$", ""));
                default -> throw new IllegalArgumentException();
            };
        } catch (IllegalArgumentException error) {
            throw new Failed("The signing key cannot be read as " + encoding + ".");
        }
    }

    private static String setting(String name, String otherwise) throws Failed {
        var value = System.getenv(name);
        if (value != null && !value.isEmpty()) {
            return value;
        }
        if (otherwise == null) {
            throw new Failed(name + " is not set.");
        }
        return otherwise;
    }

    private static Object perform() throws Failed {
        var template = setting("TRADECERT_SIGNATURE_TEMPLATE", "concat");
        if (!List.of("concat", "{timestamp}{method}{target}{body}").contains(template)) {
            throw new Failed("This client does not sign by " + template + ": see sign.");
        }
        var key = readKey(setting("TRADECERT_SIGNING_KEY", null), setting("TRADECERT_SIGNING_KEY_ENCODING", "utf8"));
        var client = new Client(setting("TRADECERT_BASE_URL", null), setting("TRADECERT_TOKEN", null), key);
        var task = (Map<?, ?>) Json.read(setting("TRADECERT_TASK", null));
        var name = (String) task.get("task");
        return switch (name) {
            case "list-instruments" -> client.listInstruments(
                    (String) task.get("stockGroupCd"), (String) task.get("stockCd"));
            case "modify-order" -> Map.of(
                    "success", client.modifyOrder((Map<?, ?>) task.get("order"), (Map<?, ?>) task.get("change")));
            default -> throw new Failed("There is no task " + name + ".");
        };
    }

    public static void main(String[] arguments) {
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        try {
            out.println(Json.write(perform()));
        } catch (Failed failed) {
            out.println(Json.write(Map.of("error", failed.getMessage())));
            System.exit(1);
        }
    }
}

/** As much JSON as a client needs. Where a library is at hand, use it, and read numbers as BigDecimal. */
final class Json {
    /** A number in the digits it came in: a price is sent as it was written, without a detour over a double. */
    record Number(String text) {
        BigDecimal value() {
            return new BigDecimal(text);
        }
    }

    static final Number ZERO = new Number("0");
    private static final int DEEPEST = 200;
    private static final String NUMBER = "-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d{1,9})?";

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /** A Map, List, String, Number, Boolean or null. Throws IllegalArgumentException where the text is no JSON. */
    static Object read(String text) {
        var json = new Json(text.startsWith("\uFEFF") ? text.substring(1) : text);
        var value = json.value();
        json.skipSpace();
        if (json.at < json.text.length()) {
            throw json.wrong();
        }
        return value;
    }

    static String write(Object value) {
        if (value instanceof Map<?, ?> members) {
            var parts = new ArrayList<String>();
            members.forEach((name, member) -> parts.add(quote((String) name) + ":" + write(member)));
            return "{" + String.join(",", parts) + "}";
        }
        if (value instanceof List<?> elements) {
            return "[" + String.join(",", elements.stream().map(Json::write).toList()) + "]";
        }
        if (value instanceof Number number) {
            return number.text();
        }
        return value instanceof String string ? quote(string) : String.valueOf(value);
    }

    private static String quote(String string) {
        var quoted = new StringBuilder("\"");
        for (char c : string.toCharArray()) {
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                default -> quoted.append(c < ' ' ? "\\u%04x".formatted((int) c) : c);
            }
        }
        return quoted.append('"').toString();
    }

    private Object value() {
        skipSpace();
        if (++depth > DEEPEST) {
            throw wrong();
        }
        Object value;
        switch (peek()) {
            case '{' -> value = object();
            case '[' -> value = array();
            case '"' -> value = string();
            default -> value = word();
        }
        depth--;
        return value;
    }

    private Map<String, Object> object() {
        var members = new LinkedHashMap<String, Object>();
        at++;
        for (skipSpace(); peek() != '}'; ) {
            if (!members.isEmpty()) {
                expect(',');
                skipSpace();
            }
            var name = string();
            skipSpace();
            expect(':');
            members.put(name, value());
            skipSpace();
        }
        at++;
        return members;
    }

    private List<Object> array() {
        var elements = new ArrayList<Object>();
        at++;
        for (skipSpace(); peek() != ']'; skipSpace()) {
            if (!elements.isEmpty()) {
                expect(',');
            }
            elements.add(value());
        }
        at++;
        return elements;
    }

    private String string() {
        expect('"');
        var string = new StringBuilder();
        while (peek() != '"') {
            char c = text.charAt(at++);
            if (c < ' ') {
                throw wrong();
            }
            string.append(c == '\\' ? escaped() : c);
        }
        at++;
        return string.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit();
            default -> throw wrong();
        };
    }

    private char unit() {
        if (at + 4 > text.length()) {
            throw wrong();
        }
        at += 4;
        return (char) HexFormat.fromHexDigits(text, at - 4, at);
    }

    /** true, false, null or a number. */
    private Object word() {
        int start = at;
        while (at < text.length() && " \t\r\n,:]}[{\"".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        var word = text.substring(start, at);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> {
                if (!word.matches(NUMBER)) {
                    throw wrong();
                }
                yield new Number(word);
            }
        };
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** The character at hand; a zero at the end. */
    private char peek() {
        if (at >= text.length()) {
            throw wrong();
        }
        return text.charAt(at);
    }

    private void expect(char c) {
        if (peek() != c) {
            throw wrong();
        }
        at++;
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at character " + at);
    }
}
