import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type ErrorCode, errorCodes } from "mortise"
import { refusals as refusalTexts } from "../../../packages/mortise/src/auth/routes/refusals.ts"
import { exitCodes } from "../../../packages/mortise/src/cli/program/exit-code.ts"
import { statuses } from "../../../packages/mortise/src/http/protocol/wire-error.ts"
import { root } from "../../../scripts/ensure-install.mjs"
import { withSiteLinks } from "../links.ts"
import { tableBelow } from "../markdown-table.ts"
import { cell, type Page } from "../page.ts"
import { listLiterals } from "./describe.ts"
import { driverMessages, driverWords } from "./driver-messages.ts"
import type { Sources } from "./program.ts"
import { errorMeanings, thrownMessages } from "./thrown-messages.ts"

/** What to do about each code of `MortiseError`. */
const remedies: Readonly<Record<ErrorCode, { readonly retry: string; readonly todo: string }>> = {
  conflict: {
    retry: "no",
    todo: "Look up the existing row by the key in `error.fields`, and use it. For an email: let the person sign in as before, then link the new method.",
  },
  invalid: {
    retry: "no",
    todo: "Correct the argument or option that the message names. Nothing was sent to the store.",
  },
  missing_operation: {
    retry: "no",
    todo: "Use an adapter that has the operation, or turn off the feature that needs it. [`manifest`](/reference/mortise/#manifest) says what an adapter can do.",
  },
  not_found: {
    retry: "no",
    todo: "Create the owner first, or treat the row as deleted: another request may have removed it.",
  },
  transient: {
    retry: "yes",
    todo: "Call again. Nothing was applied: a serialization failure, a deadlock or a time limit ended the call.",
  },
  indeterminate: {
    retry: "after a read",
    todo: "The connection broke after the write was sent. Read the row to learn whether it exists, then decide. [Hosts](/hosts/#frozen-instances) and [guarantees](/guarantees/#servers-that-do-not-answer) say when this happens.",
  },
  unavailable: {
    retry: "yes, later",
    todo: "Check the address, the credentials and the pool, and run `npx mortise doctor`. Nothing was sent. Set `MORTISE_SHOW_CAUSES=1` to see the client's own message.",
  },
  not_migrated: {
    retry: "after a migration",
    todo: "Run [`migrate`](/migrate/), or the migrations of your ORM or of Better Auth: the message names the table or the column. For existing tables, give their names or the preset of the official adapter in `defineSchema`.",
  },
  readonly: {
    retry: "yes, on the primary",
    todo: "The client is connected to a standby, a replica or a read-only session. Connect to the primary; after a failover, retry.",
  },
  corrupt: {
    retry: "no",
    todo: "A stored value is not what the schema or the key says. Run `npx mortise doctor`; check the keys of [`encryptedTokens`](/encrypted-tokens/) and columns that other programs write.",
  },
  counter_regression: {
    retry: "no",
    todo: "The passkey may have been copied. Refuse the sign-in, and ask the person to register a new passkey.",
  },
}

/** A page with every code that errors, findings, responses and commands carry. */
export function errorPage(sources: Sources, pages: ReadonlySet<string>): Page {
  const messages = thrownMessages(sources)
  const meanings = errorMeanings(sources)
  return {
    title: "Troubleshooting: every error code",
    description: "What each error code means, whether to retry, and what to do.",
    search: `oauth account not linked, oauth account not linked, OAuth account is not linked, error, error codes, error message, exception, something failed, not working, debug, ${errorCodes.join(", ")}, ${driverWords()}`,
    body: [
      "Every error is a [`MortiseError`](/reference/mortise/#mortiseerror) with a stable `code`. It never contains a value, so the client's own message is hidden: set `MORTISE_SHOW_CAUSES=1` to print it to standard error. `npx mortise doctor` finds most causes.",
      "",
      "| code | what happened | retry? |",
      "|---|---|---|",
      ...errorCodes.map(
        (code) => `| [\`${code}\`](#${code}) | ${cell(meanings.get(code) ?? "")} | ${remedies[code].retry} |`,
      ),
      "",
      "Other codes: [messages of drivers](#messages-of-drivers-and-hosts), [findings of `doctor` and `inspect`](#findings-of-doctor-and-inspect), [responses over HTTP](#responses-over-http), [refusals of `mortise/auth`](#refusals-of-mortiseauth), [exit codes](#exit-codes).",
      ...errorCodes.flatMap((code) => [
        "",
        `## ${code}`,
        "",
        `${meanings.get(code)} ${remedies[code].todo}`,
        ...messageList(messages.get(code) ?? []),
      ]),
      ...driverMessages(),
      ...findings(sources, pages),
      ...responses(pages),
      ...refusals(),
      ...exits(),
    ].join("\n"),
  }
}

const messageList = (texts: readonly string[]): string[] =>
  texts.length === 0
    ? []
    : [
        "",
        "Messages with this code:",
        "",
        ...texts.map((text) => `- ${cell(text).replaceAll("*", "\\*").replaceAll("_", "\\_")}`),
      ]

/** The rows of tables whose first column holds codes. The last column says what they mean. */
function codeRows(file: string, heading: string, pages: ReadonlySet<string>): string[] {
  const page = withSiteLinks(file, readFileSync(join(root, file), "utf8"), pages)
  const { head, rows } = tableBelow(page, heading)
  const where = heading === "Settings" ? "Redis" : heading === "Server" ? "server" : "tables"
  return rows.map(
    (row) => `| ${row[0]} | ${where} | ${head.length > 2 ? row[1] : "warning"} | ${row.at(-1)} |`,
  )
}

function findings({ checker, modules }: Sources, pages: ReadonlySet<string>): string[] {
  const rows = [
    ...codeRows("docs/migrate.md", "inspect", pages),
    ...codeRows("docs/doctor.md", "Server", pages),
    ...codeRows("docs/redis-store.md", "Settings", pages),
  ]
  for (const { name, symbol } of modules.flatMap(({ exported }) => exported))
    if (/FindingCode$/.test(name))
      for (const code of listLiterals(checker.getDeclaredTypeOfSymbol(symbol)))
        if (!rows.some((row) => row.includes(`\`${code}\``)))
          throw new Error(`No page of docs/ explains the finding ${code}.`)
  return [
    "",
    "## Findings of doctor and inspect",
    "",
    "`npx mortise doctor` and [`inspect`](/migrate/#inspect) report these, each with its fix.",
    "",
    "| code | about | severity | effect |",
    "|---|---|---|---|",
    ...rows,
  ]
}

function responses(pages: ReadonlySet<string>): string[] {
  const { rows } = tableBelow(
    withSiteLinks("docs/protocol.md", readFileSync(join(root, "docs/protocol.md"), "utf8"), pages),
    "Errors",
  )
  const meaning = new Map(rows.map(([code = "", , text = ""]) => [code.replaceAll("`", ""), text]))
  return [
    "",
    "## Responses over HTTP",
    "",
    "The server of [`mortise/http`](/http/) answers with these. [The protocol](/protocol/#errors) describes their bodies.",
    "",
    "| code | status | meaning |",
    "|---|---|---|",
    ...Object.entries(statuses).map(
      ([code, status]) => `| \`${code}\` | ${status} | ${requireText(meaning.get(code), code)} |`,
    ),
  ]
}

const refusals = (): string[] => [
  "",
  "## Refusals of mortise/auth",
  "",
  "Not errors: an expected answer with a `reason`, and [a sentence for the user](/auth-routes/#what-to-tell-the-user).",
  "",
  "| reason | status | what to tell the user |",
  "|---|---|---|",
  ...Object.entries(refusalTexts).map(
    ([reason, [status, text]]) => `| \`${reason}\` | ${status} | ${cell(text)} |`,
  ),
]

function exits(): string[] {
  const source = readFileSync(join(root, "packages/mortise/src/cli/program/exit-code.ts"), "utf8")
  return [
    "",
    "## Exit codes",
    "",
    "| code | of `npx mortise` |",
    "|---|---|",
    ...Object.entries(exitCodes).map(
      ([name, code]) =>
        `| ${code} | ${new RegExp(`/\\*\\* (.*) \\*/\\s+${name}:`).exec(source)?.[1] ?? "Done."} |`,
    ),
  ]
}

function requireText(text: string | undefined, code: string): string {
  if (text === undefined) throw new Error(`docs/protocol.md does not explain the code ${code}.`)
  return text
}
