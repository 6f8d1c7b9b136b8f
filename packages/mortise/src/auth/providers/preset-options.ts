import { checkOptionNames } from "../../contract/check-options.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"

/** The options of every preset. */
export type PresetOptions = {
  /** The id of your application at the provider. `undefined` throws at startup, so an environment variable fits. */
  readonly clientId: string | undefined
  /** The secret of your application at the provider. `undefined` throws at startup. */
  readonly clientSecret: string | undefined
  /** Identifies the provider in URLs and in the store: never change it. Default: the name of the preset. */
  readonly id?: string
  /** Scopes to request besides the ones that the sign-in needs. Default: none. */
  readonly scopes?: readonly string[]
  /** Additional parameters of the authorization request, such as `prompt`. Default: none. */
  readonly params?: Readonly<Record<string, string>>
  /**
   * Links a new account to the user with the same address, if the provider has verified the address and the user has
   * proved it by email. Default: false.
   */
  readonly linkByEmail?: boolean
}

const optionNames = ["clientId", "clientSecret", "id", "scopes", "params", "linkByEmail"]

/** The provider fields that all presets derive from their options. Throws `invalid` without an id or a secret. */
export function buildClientFields(
  preset: string,
  options: PresetOptions,
  scopes: readonly string[],
  moreOptions: readonly string[] = [],
) {
  checkOptionNames(preset, options, [...optionNames, ...moreOptions])
  const { id = preset, params, linkByEmail } = options
  return {
    id,
    clientId: requireOption(preset, "clientId", options.clientId),
    clientSecret: requireOption(preset, "clientSecret", options.clientSecret),
    // All five document the secret in the body.
    clientAuth: "post",
    scope: [...new Set([...scopes, ...(options.scopes ?? [])])].join(" "),
    ...(params && { params }),
    ...(linkByEmail !== undefined && { linkByEmail }),
  } as const
}

function requireOption(preset: string, name: string, value: string | undefined): string {
  if (value) return value
  throwInvalid(
    `${preset} needs ${name}, which is not set. Copy it from the application that you registered at the provider; if it comes from an environment variable, check its name.`,
  )
}

/** The URL of a self-hosted provider, without the slash at its end. */
export function parseBaseUrl(preset: string, url: string): string {
  if (!URL.canParse(url))
    throwInvalid(`baseUrl of ${preset} must be a URL like https://${preset}.example.com.`)
  return url.replace(/\/+$/, "")
}
