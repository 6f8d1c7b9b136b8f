import { mortise } from "../../shared/mortise-command.ts"
import { initClients } from "../drivers/clients.ts"
import { initOrms } from "../drivers/orms.ts"
import { withFileErrors } from "../files/own-file.ts"
import { defineCommand } from "../program/command.ts"
import { exitCodes } from "../program/exit-code.ts"
import { confirm } from "../terminal/confirm.ts"
import { printJson, printText } from "../terminal/output.ts"

const names = Object.keys({ ...initOrms, ...initClients })
  .join(", ")
  .replace(/, (?=[^,]*$)/, " or ")

/** Adds sign-in to a project. */
export const initCommand = defineCommand({
  name: "init",
  about: "add Auth.js with an adapter, a route and a configuration to a project",
  options: {
    framework: {
      value: "NAME",
      about:
        "nextjs, sveltekit, express, hono or worker; default: as in package.json. Needed for a new application",
    },
    client: {
      value: "NAME",
      about: `${names}; default: as in package.json, else libsql; in Workers d1`,
    },
    connection: {
      value: "FILE",
      about: "the module that exports your ORM's connection; default: the command looks for it",
    },
    binding: {
      value: "NAME",
      about:
        "the binding of the D1 database; default: the only one in the configuration of wrangler, else DB",
    },
    "pg-schema": {
      value: "NAME",
      about: "the PostgreSQL schema of the tables; for a PostgreSQL client, or Drizzle",
    },
    "dry-run": { about: "show the files, and write nothing" },
    yes: { about: "write without asking" },
    json: {
      about:
        "print one JSON document: { framework, client, connection, packageManager, files, first, lines, next, notes }",
    },
  },
  notes: `The command shows each new file and asks before it writes. An existing source file with other content is left
as it is, and shown for comparison. The .env file, .gitignore and an ORM's schema get the lines they lack. AUTH_SECRET
gets a fresh value, which is not shown. In an existing application, the files are where its sources are, in its language,
and the command prints the lines that you add to it. With an ORM, the adapter uses its connection; the tools of Drizzle and
Prisma create the tables. In Workers, the tables are a migration of wrangler. The files are those of the quickstart pages.`,
  examples: [
    `${mortise} init`,
    `${mortise} init --framework hono --client pg`,
    `${mortise} init --client d1`,
    `${mortise} init --connection src/db.ts --dry-run`,
  ],
  exits: {
    0: "every file is as shown, or --dry-run has shown them",
    1: "not confirmed, a file exists with other content, or there is an official adapter",
    2: "invalid option, no framework or connection found, or neither a terminal nor --yes",
    3: "no package.json and no --framework",
    130: "stopped by Ctrl-C; nothing was written",
  },
  async run({ framework: name, client, connection, binding, "dry-run": dryRun, yes, json, ...rest }) {
    const { detectProject, pickFramework } = await import("../init/detect-project.ts")
    const { planFiles, writeFile } = await import("../init/plan-files.ts")
    const { nextSteps } = await import("../init/next-steps.ts")
    const { showFiles } = await import("../init/show-files.ts")
    const folder = process.cwd()
    const project = detectProject(folder, {
      framework: name,
      client,
      connection,
      binding,
      pgSchema: rest["pg-schema"],
    })
    const framework = pickFramework(folder, project)
    const plan = await planFiles(folder, project, framework)
    const { files } = plan
    if (!json) showFiles(project, files)
    const written = files.filter(({ state }) => state === "new" || state === "added")
    if (!dryRun && written.length > 0) {
      if (!yes) await confirm("Write these files?")
      const advice = "check its folder, and run the command again"
      for (const file of written)
        await withFileErrors({ what: `${file.path} cannot be written`, advice }, () =>
          writeFile(folder, file, plan),
        )
    }
    const { first, lines, commands, notes } = nextSteps(project, framework, plan)
    const { packageManager } = project
    const projectSummary = {
      framework: project.framework,
      client: project.client,
      connection: project.connection?.file,
    }
    if (json)
      printJson(
        {
          ...projectSummary,
          packageManager: packageManager.name,
          files,
          first,
          lines,
          next: commands,
          notes,
        },
        2,
      )
    else if (!dryRun) {
      printSection("First:", first)
      for (const { file, below, text } of lines)
        printSection(`Add to ${file}, ${below === "" ? "at its top" : `below ${below}`}:`, [text])
      printSection("Next:", commands)
      printSection("Then:", notes)
    }
    const isKept = files.some(({ state }) => state === "kept")
    return isKept && !dryRun ? exitCodes.failed : exitCodes.ok
  },
})

function printSection(title: string, lines: readonly string[]): void {
  if (lines.length > 0) printText(["", title, ...lines.map((line) => `  ${line}`)].join("\n"))
}
