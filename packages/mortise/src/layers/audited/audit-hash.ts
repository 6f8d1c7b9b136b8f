import { canonicalEmail } from "../../contract/canonical-email.ts"
import { isSessionReference, sessionReference } from "../../contract/session-token.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { createHmac } from "../../shared/fast-hmac.ts"
import { secretBytes, secretProblem } from "../secret-bytes.ts"
import { type AuditSubject, auditSubjects } from "./audit-record.ts"

/** Computes the keyed hash of an identifier. */
export type AuditHash = (subject: AuditSubject, value: string) => Promise<string>

/** HMAC-SHA-256 with a key. */
export function createAuditHash(caller: string, key: unknown): AuditHash {
  const bytes = secretBytes(key)
  if (!bytes) throwInvalid(`${caller}: ${secretProblem("key", key)}.`)
  const hmac = createHmac(bytes)
  return async (subject, value) => hmac(`${subject}\n${await toCanonical(subject, value)}`)
}

/** One identifier can be written in several forms. */
function toCanonical(subject: AuditSubject, value: string): string | Promise<string> {
  if (subject === "email") return canonicalEmail(value)
  // A list of hashed sessions contains references, which `deleteSession` accepts.
  return subject === "session" && !isSessionReference(value) ? sessionReference(value) : value
}

/**
 * The hash of an identifier in the records of `audited`: finds the records of a user, a session or an account. The
 * value of an account is its provider and id, such as `github/1815`.
 *
 * @example
 * ```ts
 * import { auditHash } from "mortise/layers"
 *
 * const key = crypto.getRandomValues(new Uint8Array(32))
 * console.log(await auditHash(key, "email", "ada@example.com"))
 * ```
 */
export async function auditHash(
  key: string | Uint8Array,
  subject: AuditSubject,
  value: string,
): Promise<string> {
  if (!auditSubjects.includes(subject))
    throwInvalid(`auditHash: the subject must be one of ${auditSubjects.join(", ")}.`)
  return createAuditHash("auditHash", key)(subject, value)
}
