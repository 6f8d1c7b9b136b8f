import { throwInvalid } from "../../contract/throw-invalid.ts"
import { utf8 } from "../../shared/bytes.ts"
import { mortise } from "../../shared/mortise-command.ts"

const minBytes = 32
const minDistinctCharacters = 8

// Parts of the placeholders in templates, tutorials and other libraries.
const placeholders = [
  /change[\W_]*(me|this|it)/i,
  /replace[\W_]*(me|this|with)/i,
  /your[\W_]*(own|secret|auth|256|super|random|key)/i,
  /(super|my|a[\W_]string|better[\W_]auth|nextauth|auth|jwt)[\W_]*secret/i,
  /secret[\W_]*(key|here|value|string)/i,
  /place[\W_]*holder|insecure|example|development|password|lorem/i,
  /01234567|12345678|abcdefgh|deadbeef|qwerty/i,
]

/** The secrets, the current one first; throws `invalid` for one that an attacker could guess. */
export function checkSecrets(secret: string | readonly string[]): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret]
  if (secrets.length === 0) throwWeakSecret("is missing")
  return secrets.map((value) => {
    if (typeof value !== "string" || value === "") return throwWeakSecret("is missing")
    if (utf8(value).length < minBytes) return throwWeakSecret(`must have at least ${minBytes} bytes`)
    if (new Set(value).size < minDistinctCharacters)
      return throwWeakSecret(`must have at least ${minDistinctCharacters} different characters`)
    if (placeholders.some((pattern) => pattern.test(value)))
      return throwWeakSecret("looks like a placeholder")
    return value
  })
}

function throwWeakSecret(problem: string): never {
  throwInvalid(
    `The secret ${problem}. Make one with \`${mortise} secret\`, store it outside the code, and pass it as \`secret\`.`,
  )
}
