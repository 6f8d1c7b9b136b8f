-- The tables of sqlite.prisma, as the engine of Prisma would create them. The engine is not on npm.
CREATE TABLE "User" (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT,
  email TEXT UNIQUE,
  emailVerified DATETIME,
  image TEXT,
  createdAt DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updatedAt DATETIME NOT NULL
);
CREATE TABLE "Account" (
  id TEXT PRIMARY KEY NOT NULL,
  userId TEXT NOT NULL REFERENCES "User" (id) ON DELETE CASCADE ON UPDATE CASCADE,
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
  createdAt DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updatedAt DATETIME NOT NULL,
  UNIQUE (provider, providerAccountId)
);
CREATE TABLE "Session" (
  id TEXT PRIMARY KEY NOT NULL,
  sessionToken TEXT NOT NULL UNIQUE,
  userId TEXT NOT NULL REFERENCES "User" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  expires DATETIME NOT NULL,
  createdAt DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updatedAt DATETIME NOT NULL
);
CREATE TABLE "VerificationToken" (
  identifier TEXT NOT NULL,
  token TEXT NOT NULL,
  expires DATETIME NOT NULL,
  UNIQUE (identifier, token)
);
CREATE TABLE "Authenticator" (
  credentialID TEXT NOT NULL UNIQUE,
  userId TEXT NOT NULL REFERENCES "User" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  providerAccountId TEXT NOT NULL,
  credentialPublicKey TEXT NOT NULL,
  counter INTEGER NOT NULL,
  credentialDeviceType TEXT NOT NULL,
  credentialBackedUp BOOLEAN NOT NULL,
  transports TEXT,
  PRIMARY KEY (userId, credentialID)
);
