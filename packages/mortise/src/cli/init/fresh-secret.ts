import { randomBytes, toBase64 } from "../../shared/bytes.ts"

/** A value for AUTH_SECRET, with 264 random bits. */
export const freshSecret = (): string => toBase64(randomBytes(33))
