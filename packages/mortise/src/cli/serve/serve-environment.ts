import type { Caller, ServeOptions } from "../../http/server.ts"
import { mortise } from "../../shared/mortise-command.ts"
import { ExitError, exitCodes } from "../program/exit-code.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** The options of `serve` that environment variables can set. */
const variables = { keys: "MORTISE_KEYS", audience: "MORTISE_AUDIENCE" } as const

/**
 * Adds the environment's options to the configuration file's, which take precedence. `ignored` names the variables
 * whose option the file has too.
 */
export function withEnvironment(
  options: ServeOptions,
  env: Environment,
): { readonly options: ServeOptions; readonly ignored: readonly string[] } {
  const keys = options.keys ?? parseKeys(env[variables.keys])
  const audience = options.audience ?? env[variables.audience]
  const ignored = (["keys", "audience"] as const)
    .filter((name) => options[name] !== undefined && env[variables[name]] !== undefined)
    .map((name) => variables[name])
  return {
    options: { ...options, ...(keys && { keys }), ...(audience !== undefined && { audience }) },
    ignored,
  }
}

/** Parses a JSON list of the records that `mortise key` prints. */
function parseKeys(text: string | undefined): readonly Caller[] | undefined {
  if (text === undefined) return undefined
  try {
    const records: { expires?: string }[] = JSON.parse(text)
    return records.map(({ expires, ...record }) => ({
      ...record,
      ...(expires !== undefined && { expires: new Date(expires) }),
    })) as unknown as readonly Caller[]
  } catch {
    // The message of JSON.parse would repeat a part of the text.
    throw new ExitError(
      exitCodes.configuration,
      `MORTISE_KEYS must be a JSON list of the records that \`${mortise} key\` prints.`,
    )
  }
}
