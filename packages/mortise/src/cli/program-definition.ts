import { createRequire } from "node:module"
import { mortise } from "../shared/mortise-command.ts"
import { completionCommand } from "./commands/completion.ts"
import { conformanceCommand } from "./commands/conformance.ts"
import { doctorCommand } from "./commands/doctor.ts"
import { exportCommand } from "./commands/export.ts"
import { generateCommand } from "./commands/generate.ts"
import { importCommand } from "./commands/import.ts"
import { initCommand } from "./commands/init.ts"
import { keyCommand } from "./commands/key.ts"
import { migrateCommand } from "./commands/migrate.ts"
import { openapiCommand } from "./commands/openapi.ts"
import { rehearseCommand } from "./commands/rehearse.ts"
import { revokeCommand } from "./commands/revoke.ts"
import { rotateKeysCommand } from "./commands/rotate-keys.ts"
import { secretCommand } from "./commands/secret.ts"
import { serveCommand } from "./commands/serve.ts"
import { sessionsListCommand, sessionsRevokeCommand } from "./commands/sessions.ts"
import { statusCommand } from "./commands/status.ts"
import { studioCommand } from "./commands/studio.ts"
import { sweepCommand } from "./commands/sweep.ts"
import { tenantsListCommand, tenantsRemoveCommand } from "./commands/tenants.ts"
import { toBetterAuthCommand } from "./commands/to-better-auth.ts"
import { usersExportCommand, usersListCommand, usersShowCommand } from "./commands/users.ts"
import { usersDeleteCommand } from "./commands/users-delete.ts"
import { usersResumeCommand, usersSuspendCommand } from "./commands/users-suspend.ts"
import { withEnvFiles } from "./configuration/env-files.ts"
import { withWorkers } from "./configuration/workers-module.ts"
import { exitCodesText } from "./program/help-text.ts"
import type { ProgramDefinition } from "./program/program.ts"

/** All commands, in the order of the help. */
export const programDefinition: ProgramDefinition = {
  about: "mortise: the data layer of authentication",
  version: createRequire(import.meta.url)("mortise/package.json").version,
  groups: {
    users: "list, show, export, suspend and delete users",
    sessions: "list and revoke the sessions of a user",
    tenants: "list and remove the tenants of a store",
  },
  sections: {
    Start: ["init", "secret", "migrate", "generate"],
    "See what is there": ["status", "doctor", "studio"],
    "Users and sessions": ["users", "sessions", "tenants", "sweep"],
    "After a leak": ["revoke", "rotate-keys"],
    "Move and upgrade": ["export", "import", "to-better-auth", "rehearse"],
    "Serve and test": ["serve", "key", "openapi", "conformance"],
  },
  commands: [
    initCommand,
    secretCommand,
    migrateCommand,
    generateCommand,
    statusCommand,
    doctorCommand,
    studioCommand,
    usersListCommand,
    usersShowCommand,
    usersExportCommand,
    usersSuspendCommand,
    usersResumeCommand,
    usersDeleteCommand,
    sessionsListCommand,
    sessionsRevokeCommand,
    tenantsListCommand,
    tenantsRemoveCommand,
    sweepCommand,
    revokeCommand,
    rotateKeysCommand,
    exportCommand,
    importCommand,
    toBetterAuthCommand,
    rehearseCommand,
    serveCommand,
    keyCommand,
    openapiCommand,
    conformanceCommand,
    completionCommand(() => programDefinition.commands),
  ]
    .map(withWorkers)
    .map(withEnvFiles),
  notes: `${mortise} <command> --help describes one command, with examples.

${exitCodesText({
  0: "success",
  1: "failure",
  2: "invalid command or option",
  3: "invalid configuration",
  4: "the address cannot be used",
  5: "requests were aborted",
  130: "stopped by Ctrl-C",
})}`,
}
