import { throwInvalid } from "../../contract/throw-invalid.ts"
import { toAudience } from "../protocol/audience.ts"
import { insecureWithoutAuthentication } from "../protocol/insecure.ts"
import { isWeak, strongSecret } from "../protocol/weak-secret.ts"
import type { HttpOptions } from "./http-options.ts"

/** How the client authenticates: with a key, with signatures, or not at all. */
export type ClientCredentials = {
  readonly key: string | undefined
  readonly signing: Required<NonNullable<HttpOptions["signing"]>> | undefined
}

/** The checked credentials. `address` is the default audience of signed requests. */
export function readCredentials(options: HttpOptions, address: string): ClientCredentials {
  const { key, signing } = options
  if (key !== undefined && signing !== undefined)
    throwInvalid("httpAdapter: give `key` or `signing`, not both.")
  if (key !== undefined) checkKey(key)
  else if (signing === undefined && options[insecureWithoutAuthentication] !== true)
    throwInvalid(
      "httpAdapter: `key` is missing: create one with createServiceKey, and give its record to the server.",
    )
  return { key, signing: signing && checkedSigning(signing, address) }
}

function checkKey(key: string): void {
  if (!/^[\x21-\x7e]+$/.test(key)) throwInvalid("httpAdapter: `key` must be a service key: mrt_….")
  if (isWeak(key))
    throwInvalid(`httpAdapter: \`key\` must have ${strongSecret}: create one with createServiceKey.`)
}

function checkedSigning(
  { id, secret, audience }: NonNullable<HttpOptions["signing"]>,
  address: string,
): ClientCredentials["signing"] {
  if (!/^[\w-]{1,64}$/.test(id))
    throwInvalid("httpAdapter: `signing.id` must be 1 to 64 letters, digits, _ and -.")
  if (secret.length < 32 || isWeak(secret))
    throwInvalid(`httpAdapter: \`signing.secret\` must be at least 32 characters long, with ${strongSecret}.`)
  return {
    id,
    secret,
    audience:
      toAudience(audience ?? address) ??
      throwInvalid(
        "httpAdapter: `signing.audience` must be the `audience` of the server: 1 to 512 visible characters.",
      ),
  }
}
