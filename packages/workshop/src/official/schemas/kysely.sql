-- The schema in the documentation of @auth/kysely-adapter, in SQLite's types.
-- Its uuid columns are TEXT here: SQLite would give a column of type "uuid" numeric affinity.
CREATE TABLE "User" (
  id TEXT PRIMARY KEY NOT NULL DEFAULT (lower(hex(randomblob(16)))),
  name TEXT,
  email TEXT NOT NULL UNIQUE,
  emailVerified TEXT,
  image TEXT
);
CREATE TABLE "Account" (
  id TEXT PRIMARY KEY NOT NULL DEFAULT (lower(hex(randomblob(16)))),
  userId TEXT NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  provider TEXT NOT NULL,
  providerAccountId TEXT NOT NULL,
  refresh_token TEXT,
  access_token TEXT,
  expires_at BIGINT,
  token_type TEXT,
  scope TEXT,
  id_token TEXT,
  session_state TEXT
);
CREATE TABLE "Session" (
  id TEXT PRIMARY KEY NOT NULL DEFAULT (lower(hex(randomblob(16)))),
  userId TEXT NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
  sessionToken TEXT NOT NULL UNIQUE,
  expires TEXT NOT NULL
);
CREATE TABLE "VerificationToken" (
  identifier TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE,
  expires TEXT NOT NULL
);
CREATE INDEX "Account_userId_index" ON "Account" (userId);
CREATE INDEX "Session_userId_index" ON "Session" (userId);
