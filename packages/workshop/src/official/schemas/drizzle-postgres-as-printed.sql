-- The documentation of @auth/drizzle-adapter wraps these keys in an object, where drizzle-kit does not see them.
ALTER TABLE account DROP CONSTRAINT account_pkey;
ALTER TABLE "verificationToken" DROP CONSTRAINT "verificationToken_pkey";
ALTER TABLE authenticator DROP CONSTRAINT authenticator_pkey;
