import type { Pair } from '../pairs.ts';

export const javaPairs: Pair[] = [
  {
    path: 'src/Calc.java',
    danger: 'code run from a value',
    bad: `import javax.script.*;

class Calc {
  Object total(String formula) throws ScriptException {
    ScriptEngine engine = new ScriptEngineManager().getEngineByName("js");
    return engine.eval(formula); // <-
  }
}`,
    safe: `import javax.script.*;

class Calc {
  Object two() throws ScriptException {
    ScriptEngine engine = new ScriptEngineManager().getEngineByName("js");
    return engine.eval("1 + 1");
  }

  Object total(Formula formula, Row row) {
    return formula.eval(row);
  }
}`,
  },
  {
    path: 'src/History.java',
    danger: 'a shell command put together from text',
    bad: `class History {
  Process history(String branch) throws java.io.IOException {
    Runtime runtime = Runtime.getRuntime();
    return runtime.exec("git log " + branch); // <-
  }
}`,
    safe: `class History {
  Process history(String branch, Statement statement) throws Exception {
    statement.exec("log " + branch);
    Runtime.getRuntime().exec("git gc");
    return Runtime.getRuntime().exec(new String[] {"git", "log", branch});
  }
}`,
  },
  {
    path: 'src/Deploy.java',
    danger: 'a shell in a subprocess',
    bad: `class Deploy {
  Process deploy(String host) throws java.io.IOException {
    return new ProcessBuilder("sh", "-c", "ssh " + host + " make").start(); // <-
  }
}`,
    safe: `class Deploy {
  Process deploy(String host) throws java.io.IOException {
    new ProcessBuilder("sh", "-c", "ls | wc -l").start();
    return new ProcessBuilder("ssh", host, "make").start();
  }
}`,
  },
  {
    path: 'src/Users.java',
    danger: 'SQL put together from text',
    bad: `import java.sql.*;

class Users {
  ResultSet byName(Connection db, String name) throws SQLException {
    Statement statement = db.createStatement();
    return statement.executeQuery("SELECT id FROM users WHERE name = '" + name + "'"); // <-
  }
}`,
    safe: `import java.sql.*;
import java.util.Map;

class Users {
  private static final String TABLE = "users";
  private static final Map<String, String> COLUMNS = Map.of("name", "name", "age", "age");

  ResultSet byName(Connection db, String name, String by) throws SQLException {
    String sql = "SELECT id FROM " + TABLE + " WHERE name = ?" + " ORDER BY " + COLUMNS.getOrDefault(by, "name");
    PreparedStatement statement = db.prepareStatement(sql);
    statement.setString(1, name);
    return statement.executeQuery();
  }
}`,
  },
  {
    path: 'src/Orders.java',
    danger: 'SQL put together from text',
    bad: `import java.sql.*;

class Orders {
  ResultSet orders(Statement statement, String state) throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT id FROM orders");
    if (state != null) {
      sql.append(" WHERE state = '").append(state).append("'"); // <-
    }
    return statement.executeQuery(sql.toString());
  }
}`,
    safe: `import java.sql.*;

class Orders {
  PreparedStatement orders(Connection db, String state) throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT id FROM orders");
    if (state != null) {
      sql.append(" WHERE ").append("state = ?");
    }
    return db.prepareStatement(sql.toString());
  }
}`,
  },
  {
    path: 'src/Remove.java',
    danger: 'SQL put together from text',
    bad: `class Remove {
  int remove(JdbcTemplate db, String id) {
    String sql = String.format("DELETE FROM notes WHERE id = %s", id); // <-
    return db.update(sql);
  }
}`,
    safe: `import java.util.*;

class Remove {
  int remove(JdbcTemplate db, List<Integer> ids) {
    String holes = String.join(", ", Collections.nCopies(ids.size(), "?"));
    String sql = String.format("DELETE FROM notes WHERE id IN (%s)", holes);
    return db.update(sql, ids.toArray());
  }
}`,
  },
  {
    path: 'src/Cache.java',
    danger: 'objects deserialised from a stream',
    bad: `import java.io.*;

class Cache {
  Object read(InputStream stream) throws Exception {
    try (ObjectInputStream in = new ObjectInputStream(stream)) { // <-
      return in.readObject();
    }
  }
}`,
    safe: `import java.io.*;

class Cache {
  Object read(InputStream stream, ObjectInputFilter filter) throws Exception {
    try (ObjectInputStream in = new ObjectInputStream(stream)) {
      in.setObjectInputFilter(filter);
      return in.readObject();
    }
  }
}`,
  },
  {
    path: 'src/Beans.java',
    danger: 'objects deserialised from a stream',
    bad: `import java.beans.XMLDecoder;
import java.io.InputStream;

class Beans {
  Object read(InputStream stream) {
    XMLDecoder decoder = new XMLDecoder(stream); // <-
    return decoder.readObject();
  }
}`,
    safe: `import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.*;

class Beans {
  Settings read(InputStream stream) throws IOException {
    return new ObjectMapper().readValue(stream, Settings.class);
  }
}`,
  },
  {
    path: 'src/Feed.java',
    danger: 'XML that may read other files',
    bad: `import java.io.InputStream;
import javax.xml.parsers.*;
import org.w3c.dom.Document;

class Feed {
  Document read(InputStream stream) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    DocumentBuilder builder = factory.newDocumentBuilder();
    return builder.parse(stream); // <-
  }
}`,
    safe: `import java.io.InputStream;
import javax.xml.parsers.*;
import org.w3c.dom.Document;

class Feed {
  Document read(InputStream stream) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    DocumentBuilder builder = factory.newDocumentBuilder();
    return builder.parse(stream);
  }

  Document empty() throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
  }
}`,
  },
  {
    path: 'src/Events.java',
    danger: 'XML that may read other files',
    bad: `import java.io.InputStream;
import javax.xml.stream.*;

class Events {
  XMLStreamReader read(InputStream stream) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    return factory.createXMLStreamReader(stream); // <-
  }
}`,
    safe: `import java.io.InputStream;
import javax.xml.stream.*;

class Events {
  XMLStreamReader read(InputStream stream) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    return factory.createXMLStreamReader(stream);
  }
}`,
  },
  {
    path: 'src/Client.java',
    danger: 'certificate checks switched off',
    bad: `import javax.net.ssl.*;

class Client {
  HttpsURLConnection open(java.net.URL url) throws java.io.IOException {
    HttpsURLConnection connection = (HttpsURLConnection) url.openConnection();
    connection.setHostnameVerifier((host, session) -> true); // <-
    return connection;
  }
}`,
    safe: `import javax.net.ssl.*;

class Client {
  HttpsURLConnection open(java.net.URL url) throws java.io.IOException {
    HttpsURLConnection connection = (HttpsURLConnection) url.openConnection();
    connection.setHostnameVerifier((host, session) -> host.equals(session.getPeerHost()));
    return connection;
  }
}`,
  },
  {
    path: 'src/Trust.java',
    danger: 'certificate checks switched off',
    bad: `import java.security.cert.X509Certificate;
import javax.net.ssl.X509TrustManager;

class Trust implements X509TrustManager {
  public void checkServerTrusted(X509Certificate[] chain, String type) {} // <-

  public void checkClientTrusted(X509Certificate[] chain, String type) {}
}`,
    safe: `import java.security.cert.*;
import javax.net.ssl.X509TrustManager;

class Trust implements X509TrustManager {
  private X509TrustManager standard;

  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    standard.checkServerTrusted(chain, type);
  }

  public void checkClientTrusted(X509Certificate[] chain, String type) {}
}`,
  },
  {
    path: 'src/Hello.java',
    danger: 'HTML sent from a value',
    bad: `import javax.servlet.http.*;

class Hello extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
    String name = request.getParameter("name");
    response.getWriter().println("<h1>Hello " + name + "</h1>"); // <-
  }
}`,
    safe: `import javax.servlet.http.*;
import org.owasp.encoder.Encode;

class Hello extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
    String name = Encode.forHtml(request.getParameter("name"));
    System.out.println("<hello " + request.getParameter("name") + ">");
    response.getWriter().println("<h1>Hello " + name + "</h1>");
  }
}`,
  },
  {
    path: 'src/Token.java',
    danger: 'guessable randomness',
    bad: `import java.util.Random;

class Token {
  private final Random random = new Random();

  String invite() {
    String token = Long.toHexString(random.nextLong()); // <-
    return token;
  }
}`,
    safe: `import java.security.SecureRandom;
import java.util.Random;

class Token {
  private final SecureRandom random = new SecureRandom();

  String invite() {
    String token = Long.toHexString(random.nextLong());
    int delay = new Random().nextInt(1000);
    return token + delay;
  }
}`,
  },
  {
    path: 'src/Password.java',
    danger: 'a weak hash of a password',
    bad: `import java.security.MessageDigest;

class Password {
  byte[] stored(String password) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("MD5");
    return digest.digest(password.getBytes("UTF-8")); // <-
  }
}`,
    safe: `import java.security.MessageDigest;
import org.mindrot.jbcrypt.BCrypt;

class Password {
  String stored(String password) {
    return BCrypt.hashpw(password, BCrypt.gensalt());
  }

  byte[] checksum(byte[] data) throws Exception {
    return MessageDigest.getInstance("MD5").digest(data);
  }
}`,
  },
  {
    path: 'src/Share.java',
    danger: 'a world-writable file',
    bad: `import java.nio.file.*;
import java.nio.file.attribute.PosixFilePermissions;

class Share {
  void share(Path path) throws java.io.IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx")); // <-
  }
}`,
    safe: `import java.nio.file.*;
import java.nio.file.attribute.PosixFilePermissions;

class Share {
  void share(Path path) throws java.io.IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}`,
  },
  {
    path: 'src/Session.java',
    danger: 'tokens without a signature',
    bad: `import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;

class Session {
  String session(String user) {
    return JWT.create().withSubject(user).sign(Algorithm.none()); // <-
  }
}`,
    safe: `import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;

class Session {
  String session(String user, String key) {
    return JWT.create().withSubject(user).sign(Algorithm.HMAC256(key));
  }
}`,
  },
  {
    path: 'src/Origins.java',
    danger: 'credentials for every origin',
    bad: `class Origins {
  CorsConfiguration origins() {
    CorsConfiguration config = new CorsConfiguration();
    config.addAllowedOriginPattern("*");
    config.setAllowCredentials(true); // <-
    return config;
  }
}`,
    safe: `class Origins {
  CorsConfiguration origins() {
    CorsConfiguration config = new CorsConfiguration();
    config.addAllowedOrigin("https://example.com");
    config.setAllowCredentials(true);
    CorsConfiguration open = new CorsConfiguration();
    open.addAllowedOrigin("*");
    return config;
  }
}`,
  },
  {
    path: 'src/Unzip.java',
    danger: 'an archive that may write anywhere',
    bad: `import java.io.*;
import java.util.zip.*;

class Unzip {
  File target(File folder, ZipEntry entry) {
    return new File(folder, entry.getName()); // <-
  }
}`,
    safe: `import java.io.*;
import java.util.zip.*;

class Unzip {
  File target(File folder, ZipEntry entry) throws IOException {
    File file = new File(folder, entry.getName());
    if (!file.getCanonicalPath().startsWith(folder.getCanonicalPath() + File.separator)) throw new IOException("outside");
    return file;
  }
}`,
  },
];
