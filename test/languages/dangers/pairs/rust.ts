import type { Pair } from '../pairs.ts';

export const rustPairs: Pair[] = [
  {
    path: 'src/history.rs',
    danger: 'a shell in a subprocess',
    bad: `use std::process::{Command, Output};

pub fn history(branch: &str) -> std::io::Result<Output> {
    let script = format!("git log --oneline {}", branch);
    Command::new("sh").arg("-c").arg(&script).output() // <-
}`,
    safe: `use std::process::{Command, Output};

pub fn history(branch: &str) -> std::io::Result<Output> {
    Command::new("sh").arg("-c").arg("ls | wc -l").status()?;
    Command::new("sh").args(["-c", "git show \\"$1\\"", "sh", branch]).status()?;
    Command::new("git").args(["log", "--oneline", branch]).output()
}`,
  },
  {
    path: 'src/deploy.rs',
    danger: 'a shell in a subprocess',
    bad: `use std::process::Command as Process;

pub fn deploy(host: &str) -> std::io::Result<()> {
    let mut process = Process::new("bash");
    process.args(["-lc", &format!("ssh {host} make")]); // <-
    process.status().map(|_| ())
}`,
    safe: `use std::process::Command as Process;

pub fn deploy(host: &str) -> std::io::Result<()> {
    let mut process = Process::new("ssh");
    process.args([host, "make"]);
    process.status().map(|_| ())
}`,
  },
  {
    path: 'src/users.rs',
    danger: 'SQL put together from text',
    bad: `pub async fn by_name(pool: &Pool, name: &str) -> Result<Vec<User>, Error> {
    let query = format!("SELECT id, name FROM users WHERE name = '{}'", name); // <-
    sqlx::query_as(&query).fetch_all(pool).await
}`,
    safe: `const TABLE: &str = "users";

pub async fn by_name(pool: &Pool, name: &str, by: &str) -> Result<Vec<User>, Error> {
    let column = match by {
        "age" => "age",
        _ => "name",
    };
    let query = format!("SELECT id, name FROM {} WHERE name = $1 ORDER BY {column}", TABLE);
    sqlx::query_as(&query).bind(name).fetch_all(pool).await
}`,
  },
  {
    path: 'src/search.rs',
    danger: 'SQL put together from text',
    bad: `pub fn search(connection: &Connection, term: &str) -> Result<usize> {
    connection.execute(&format!("DELETE FROM notes WHERE body LIKE '%{term}%'"), []) // <-
}`,
    safe: `pub fn search(connection: &Connection, ids: &[i64]) -> Result<usize> {
    let holes = vec!["?"; ids.len()].join(",");
    connection.execute(&format!("DELETE FROM notes WHERE id IN ({holes})"), params_from_iter(ids))
}`,
  },
  {
    path: 'src/orders.rs',
    danger: 'SQL put together from text',
    bad: `pub fn orders(connection: &Connection, state: Option<&str>) -> Result<Statement> {
    let mut query = String::from("SELECT id FROM orders WHERE 1 = 1 AND state = ");
    if let Some(state) = state {
        query.push_str(state); // <-
    }
    connection.prepare(&query)
}`,
    safe: `pub fn orders(connection: &Connection, state: Option<&str>) -> Result<Statement> {
    let mut query = String::from("SELECT id FROM orders WHERE 1 = 1");
    if state.is_some() {
        query.push_str(" AND state = ?1");
    }
    connection.prepare(&query)
}`,
  },
  {
    path: 'src/update.rs',
    danger: 'SQL put together from text',
    bad: `pub fn rename(connection: &Connection, id: i64, name: String) -> Result<usize> {
    let query = "UPDATE users SET name = '".to_string() + &name + "' WHERE id = 1"; // <-
    connection.execute(&query, [id])
}`,
    safe: `pub fn rename(connection: &Connection, id: i64, name: String) -> Result<usize> {
    let query = "UPDATE users SET name = ?1 ".to_string() + "WHERE id = ?2";
    connection.execute(&query, params![name, id])
}`,
  },
  {
    path: 'src/hello.rs',
    danger: 'HTML sent from a value',
    bad: `use axum::{extract::Path, response::Html};

pub async fn hello(Path(name): Path<String>) -> Html<String> {
    Html(format!("<h1>Hello {name}</h1>")) // <-
}`,
    safe: `use axum::{extract::Path, response::Html};

pub async fn hello(Path(name): Path<String>) -> Html<String> {
    let name = html_escape::encode_text(&name);
    Html(format!("<h1>Hello {name}</h1>"))
}`,
  },
  {
    path: 'src/page.rs',
    danger: 'HTML sent from a value',
    bad: `use actix_web::{web, HttpResponse};

pub async fn page(query: web::Query<Search>) -> HttpResponse {
    let body = format!("<p>{}</p>", query.term);
    HttpResponse::Ok().content_type("text/html").body(body) // <-
}`,
    safe: `use actix_web::{web, HttpResponse};

pub async fn page(query: web::Query<Search>) -> HttpResponse {
    let body = format!("<p>{}</p>", escape_html(&query.term));
    HttpResponse::Ok().content_type("text/html").body(body)
}`,
  },
  {
    path: 'src/client.rs',
    danger: 'certificate checks switched off',
    bad: `pub fn client() -> reqwest::Result<reqwest::Client> {
    reqwest::Client::builder().danger_accept_invalid_certs(true).build() // <-
}`,
    safe: `pub fn client(ca: reqwest::Certificate) -> reqwest::Result<reqwest::Client> {
    reqwest::Client::builder()
        .danger_accept_invalid_certs(false)
        .add_root_certificate(ca)
        .build()
}`,
  },
  {
    path: 'src/tls.rs',
    danger: 'certificate checks switched off',
    bad: `use openssl::ssl::{SslConnector, SslMethod, SslVerifyMode};

pub fn connector() -> Result<SslConnector, ErrorStack> {
    let mut builder = SslConnector::builder(SslMethod::tls())?;
    builder.set_verify(SslVerifyMode::NONE); // <-
    Ok(builder.build())
}`,
    safe: `use openssl::ssl::{SslConnector, SslMethod, SslVerifyMode};

pub fn connector() -> Result<SslConnector, ErrorStack> {
    let mut builder = SslConnector::builder(SslMethod::tls())?;
    builder.set_verify(SslVerifyMode::PEER);
    Ok(builder.build())
}`,
  },
  {
    path: 'src/token.rs',
    danger: 'guessable randomness',
    bad: `use std::iter::repeat_with;

pub fn invite(user: &str) -> (String, String) {
    let token: String = repeat_with(fastrand::alphanumeric).map(|_| fastrand::alphanumeric()).take(20).collect(); // <-
    (user.to_string(), token)
}`,
    safe: `use rand::{distributions::Alphanumeric, rngs::OsRng, Rng};

pub fn invite(user: &str) -> (String, String) {
    let delay = fastrand::u64(..1000);
    sleep(delay);
    let token: String = OsRng.sample_iter(&Alphanumeric).take(20).map(char::from).collect();
    (user.to_string(), token)
}`,
  },
  {
    path: 'src/password.rs',
    danger: 'a weak hash of a password',
    bad: `use sha1::{Digest, Sha1};

pub fn stored(password: &str) -> String {
    let mut hasher = Sha1::new();
    hasher.update(password.as_bytes()); // <-
    format!("{:x}", hasher.finalize())
}`,
    safe: `use argon2::{Argon2, PasswordHasher};
use sha1::{Digest, Sha1};

pub fn stored(password: &str, salt: &SaltString) -> Result<String, Error> {
    Ok(Argon2::default().hash_password(password.as_bytes(), salt)?.to_string())
}

pub fn checksum(data: &[u8]) -> String {
    let mut hasher = Sha1::new();
    hasher.update(data);
    format!("{:x}", hasher.finalize())
}`,
  },
  {
    path: 'src/share.rs',
    danger: 'a world-writable file',
    bad: `use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

pub fn share(path: &str) -> std::io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(0o777)) // <-
}`,
    safe: `use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

pub fn share(path: &str) -> std::io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(0o755))
}`,
  },
  {
    path: 'src/session.rs',
    danger: 'tokens without a signature',
    bad: `use jsonwebtoken::{decode, Algorithm, DecodingKey, Validation};

pub fn session(token: &str, key: &DecodingKey) -> Result<Claims, Error> {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.insecure_disable_signature_validation(); // <-
    Ok(decode::<Claims>(token, key, &validation)?.claims)
}`,
    safe: `use jsonwebtoken::{decode, Algorithm, DecodingKey, Validation};

pub fn session(token: &str, key: &DecodingKey) -> Result<Claims, Error> {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.validate_exp = true;
    Ok(decode::<Claims>(token, key, &validation)?.claims)
}`,
  },
  {
    path: 'src/origins.rs',
    danger: 'credentials for every origin',
    bad: `use tower_http::cors::{AllowOrigin, CorsLayer};

pub fn origins() -> CorsLayer {
    CorsLayer::new().allow_origin(AllowOrigin::mirror_request()).allow_credentials(true) // <-
}`,
    safe: `use tower_http::cors::{Any, CorsLayer};

pub fn origins(host: HeaderValue) -> (CorsLayer, CorsLayer) {
    let open = CorsLayer::new().allow_origin(Any);
    (open, CorsLayer::new().allow_origin(host).allow_credentials(true))
}`,
  },
  {
    path: 'src/buffer.rs',
    danger: 'uninitialised memory',
    bad: `pub fn buffer() -> [u8; 64] {
    unsafe { std::mem::uninitialized() } // <-
}`,
    safe: `use std::mem::MaybeUninit;

pub fn buffer() -> [u8; 64] {
    let mut bytes = MaybeUninit::<[u8; 64]>::uninit();
    unsafe {
        bytes.as_mut_ptr().write([0; 64]);
        bytes.assume_init()
    }
}`,
  },
];
