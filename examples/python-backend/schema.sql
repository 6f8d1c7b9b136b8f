-- Columns have the names of the fields in the protocol. Times are text: each time has one spelling, so
-- comparing the texts compares the times.

CREATE TABLE IF NOT EXISTS user (
  id            TEXT NOT NULL PRIMARY KEY,
  name          TEXT,
  email         TEXT UNIQUE,
  emailVerified TEXT,
  image         TEXT
);

CREATE TABLE IF NOT EXISTS account (
  userId            TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  type              TEXT NOT NULL,
  provider          TEXT NOT NULL,
  providerAccountId TEXT NOT NULL,
  access_token      TEXT,
  refresh_token     TEXT,
  id_token          TEXT,
  expires_in        REAL,
  expires_at        REAL,
  scope             TEXT,
  token_type        TEXT,
  session_state     TEXT,
  PRIMARY KEY (provider, providerAccountId)
);
CREATE INDEX IF NOT EXISTS account_of_user ON account (userId);

CREATE TABLE IF NOT EXISTS session (
  sessionToken TEXT NOT NULL PRIMARY KEY,
  userId       TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  expires      TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS session_of_user ON session (userId);
CREATE INDEX IF NOT EXISTS session_by_expiry ON session (expires);

CREATE TABLE IF NOT EXISTS verificationToken (
  identifier TEXT NOT NULL,
  token      TEXT NOT NULL,
  expires    TEXT NOT NULL,
  PRIMARY KEY (identifier, token)
);

CREATE TABLE IF NOT EXISTS authenticator (
  credentialID         TEXT NOT NULL PRIMARY KEY,
  userId               TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  providerAccountId    TEXT NOT NULL,
  credentialPublicKey  TEXT NOT NULL,
  counter              INTEGER NOT NULL,
  credentialDeviceType TEXT NOT NULL,
  credentialBackedUp   INTEGER NOT NULL,
  transports           TEXT
);
CREATE INDEX IF NOT EXISTS authenticator_of_user ON authenticator (userId);

-- The answer to each write, so that a retry of the same request has no second effect.
CREATE TABLE IF NOT EXISTS receipt (
  caller    TEXT NOT NULL,
  call      TEXT NOT NULL,
  key       TEXT NOT NULL,
  digest    TEXT NOT NULL,
  status    INTEGER NOT NULL,
  answer    TEXT NOT NULL,
  expires TEXT NOT NULL,
  PRIMARY KEY (caller, call, key)
);
CREATE INDEX IF NOT EXISTS receipt_by_expiry ON receipt (expires);
