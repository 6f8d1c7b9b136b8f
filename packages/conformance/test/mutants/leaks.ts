import type { OperationName } from "mortise"
import { type Mutant, wrapOperations } from "./mutant.ts"

/** The given operations throw an error that `wrap` makes from the arguments. */
const throwing = (
  names: readonly OperationName[],
  wrap: (error: unknown, values: string) => unknown,
): Mutant["make"] =>
  wrapOperations(
    names,
    (operation) =>
      (...args) =>
        operation(...args).catch((error: unknown) => {
          throw wrap(error, JSON.stringify(args))
        }),
  )

/** Defects of errors that contain the values of the call where a log still finds them. */
export const leakMutants: readonly Mutant[] = [
  {
    name: "taken-address-behind-a-getter",
    by: "errors/hold-no-secrets",
    defect: "the error of updateUser has the taken address in a getter of its class",
    evidence: "error classes of ORMs; SEC-M1",
    make: throwing(["updateUser"], (_, values) => {
      class UniqueError extends Error {
        get detail(): string {
          return values
        }
      }
      return new UniqueError("A value is taken.")
    }),
  },
  {
    name: "secrets-in-a-list-of-errors",
    by: "secrets/of-missing-users",
    defect: "linkAccount throws an AggregateError whose errors contain the tokens",
    evidence: "drivers that try several hosts; SEC-M1",
    make: throwing(
      ["linkAccount"],
      (_, values) => new AggregateError([new Error(`insert failed: ${values}`)], "All attempts failed."),
    ),
  },
  {
    name: "secrets-in-a-map",
    by: "secrets/of-missing-rows",
    defect: "the error of updateAuthenticatorCounter has the parameters in a Map",
    evidence: "tracing libraries that attach attributes; SEC-M1",
    make: throwing(["updateAuthenticatorCounter"], (_, values) =>
      Object.assign(new Error("No passkey."), { attributes: new Map([["parameters", values]]) }),
    ),
  },
  {
    name: "secrets-in-validation-errors",
    by: "secrets/of-wrong-values",
    defect: "createSession prints the rejected values in a cause of a cause",
    evidence: "validators that print the received value; SEC-M1",
    make: throwing(["createSession"], (_, values) => {
      const cause = new Error("Invalid input.", { cause: new Error(`received ${values}`) })
      return new Error("The session is not valid.", { cause })
    }),
  },
  {
    name: "orphans-are-printed",
    by: "secrets/of-missing-users",
    defect: "linkAccount prints the account of a user who does not exist to the console",
    evidence: "@auth/hasura-adapter prints the variables of a failed query",
    make: throwing(["linkAccount"], (error, values) => {
      console.debug("linkAccount failed", { values })
      return error
    }),
  },
]
