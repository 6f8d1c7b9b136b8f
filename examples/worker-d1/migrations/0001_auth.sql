CREATE TABLE "users" (
  "id" TEXT NOT NULL,
  "name" TEXT,
  "email" TEXT,
  "emailVerified" INTEGER,
  "image" TEXT,
  PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "users_email_key" ON "users" ("email");

CREATE TABLE "accounts" (
  "userId" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "provider" TEXT NOT NULL,
  "providerAccountId" TEXT NOT NULL,
  "access_token" TEXT,
  "refresh_token" TEXT,
  "id_token" TEXT,
  "expires_in" REAL,
  "expires_at" REAL,
  "scope" TEXT,
  "token_type" TEXT,
  "session_state" TEXT,
  PRIMARY KEY ("provider", "providerAccountId"),
  CONSTRAINT "accounts_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE INDEX "accounts_userId_idx" ON "accounts" ("userId");

CREATE TABLE "sessions" (
  "sessionToken" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "expires" INTEGER NOT NULL,
  PRIMARY KEY ("sessionToken"),
  CONSTRAINT "sessions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE INDEX "sessions_userId_idx" ON "sessions" ("userId");
CREATE INDEX "sessions_expires_idx" ON "sessions" ("expires");

CREATE TABLE "verification_tokens" (
  "identifier" TEXT NOT NULL,
  "token" TEXT NOT NULL,
  "expires" INTEGER NOT NULL,
  PRIMARY KEY ("identifier", "token")
);
CREATE INDEX "verification_tokens_expires_idx" ON "verification_tokens" ("expires");

CREATE TABLE "authenticators" (
  "credentialID" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "providerAccountId" TEXT NOT NULL,
  "credentialPublicKey" TEXT NOT NULL,
  "counter" INTEGER NOT NULL,
  "credentialDeviceType" TEXT NOT NULL,
  "credentialBackedUp" INTEGER NOT NULL,
  "transports" TEXT,
  PRIMARY KEY ("credentialID"),
  CONSTRAINT "authenticators_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE INDEX "authenticators_userId_idx" ON "authenticators" ("userId");

CREATE TABLE "slots" (
  "key" TEXT NOT NULL,
  "value" TEXT,
  "count" INTEGER NOT NULL DEFAULT 0,
  "expires" INTEGER NOT NULL,
  PRIMARY KEY ("key")
);
CREATE INDEX "slots_expires_idx" ON "slots" ("expires");
