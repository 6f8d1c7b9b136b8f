-- The tables that @auth/drizzle-adapter defines for SQLite when none are passed.
CREATE TABLE user (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT,
  email TEXT UNIQUE,
  emailVerified INTEGER,
  image TEXT
);
CREATE TABLE account (
  userId TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  provider TEXT NOT NULL,
  providerAccountId TEXT NOT NULL,
  refresh_token TEXT,
  access_token TEXT,
  expires_at INTEGER,
  token_type TEXT,
  scope TEXT,
  id_token TEXT,
  session_state TEXT,
  PRIMARY KEY (provider, providerAccountId)
);
CREATE TABLE session (
  sessionToken TEXT PRIMARY KEY NOT NULL,
  userId TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  expires INTEGER NOT NULL
);
CREATE TABLE verificationToken (
  identifier TEXT NOT NULL,
  token TEXT NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (identifier, token)
);
CREATE TABLE authenticator (
  credentialID TEXT NOT NULL UNIQUE,
  userId TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  providerAccountId TEXT NOT NULL,
  credentialPublicKey TEXT NOT NULL,
  counter INTEGER NOT NULL,
  credentialDeviceType TEXT NOT NULL,
  credentialBackedUp INTEGER NOT NULL,
  transports TEXT,
  PRIMARY KEY (userId, credentialID)
);
