import { mortise } from "../../shared/mortise-command.ts"
import { type ExitCode, exitCodes } from "./exit-code.ts"

/** One option. `value` names its value in the help; an option without one is a switch. */
export type OptionDefinition = {
  readonly value?: string
  readonly about: string
  readonly default?: string
}

export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>

/** The options as a command receives them. */
export type OptionValues<O extends OptionDefinitions = OptionDefinitions> = {
  readonly [Name in keyof O]: O[Name] extends { value: string }
    ? O[Name] extends { default: string }
      ? string
      : string | undefined
    : boolean
}

/** One positional argument. */
export type ArgumentDefinition = {
  readonly name: string
  readonly about: string
  readonly optional?: true
}

/** A command as data, from which the parser, the help, the completion and the documentation are made. */
export type Command<O extends OptionDefinitions = OptionDefinitions> = {
  /** One word, or two for a command in a group: `users delete`. */
  readonly name: string
  readonly about: string
  readonly arguments?: readonly ArgumentDefinition[]
  readonly options: O
  /** What a user must know besides the options. */
  readonly notes?: string
  readonly examples: readonly string[]
  /** What each exit code means for this command. Invalid options and configurations need no entry. */
  readonly exits: Readonly<Partial<Record<ExitCode, string>>>
  run(options: OptionValues<O>, args: readonly string[]): Promise<ExitCode>
}

/** Infers the types of the options from their definitions, and adds the exit codes that most commands share. */
export const defineCommand = <const O extends OptionDefinitions>(command: Command<O>): Command<O> => ({
  ...command,
  exits: {
    [exitCodes.usage]: "invalid option",
    ...("config" in command.options && { [exitCodes.configuration]: "invalid configuration" }),
    ...command.exits,
  },
})

/** Options that several commands share. */
export const configOption = {
  value: "FILE",
  about: "a module that exports `adapter`; default: mortise.config.ts, .mjs or .js in this folder",
} as const

export const betterAuthOption = {
  value: "FILE",
  about: "work on Better Auth's tables instead: a module that exports `auth`, with mortiseDatabase",
} as const

/** Options of the commands that work on the database of Auth.js or of Better Auth. */
export const databaseOptions = { config: configOption, "better-auth": betterAuthOption } as const

/** The same, for the commands that work on one tenant of an adapter with tenants. */
export const tenantOptions = {
  ...databaseOptions,
  tenant: { value: "NAME", about: "the tenant, if the adapter was made with `tenants: true`" },
} as const

export const environmentNote = `Without a file, MORTISE_ADAPTER and MORTISE_DATABASE name the database, as for ${mortise} serve.`
