import { randomBytes, toBase64Url } from "../../shared/bytes.ts"

/** A name that is never used twice, without a colon. */
export const newNonce = (): string => toBase64Url(randomBytes(12))
