/** Parts of the files of several frameworks. */

const indentLines = (text: string, indent: number): string =>
  text
    .split("\n")
    .map((line) => " ".repeat(indent) + line)
    .join("\n")

/** A provider of Auth.js with which a new application signs in at once, without an OAuth app and without a mailer. */
export const printedLink = (indent: number): string =>
  indentLines(
    `// Prints the link to the terminal. Before you deploy, send it with your mailer.
{
  id: "email",
  type: "email",
  name: "Email",
  maxAge: 15 * 60,
  sendVerificationRequest: printMail,
},`,
    indent,
  )

/** The option `logger` of Auth.js. */
export const loggerText = (indent: number): string =>
  indentLines(
    `// AUTH_URL names the address only. Auth.js warns about that at each request.
logger: {
  warn: (code) => code === "env-url-basepath-redundant" || console.warn(\`Auth.js warns: \${code}\`),
},`,
    indent,
  )

/** The fields that scripts can read of a session, for the module that declares the type of sessions. */
export const sessionText = (
  module: string,
): string => `// Scripts of the page can read the name, email and image of the user, and the fields that are named here.
const session = sessionCallback(schema, ["role"])

declare module "${module}" {
  interface Session {
    user: ReturnType<typeof session>["user"]
  }
}`

/** A server that Node runs as it is. */
export const nodeServer = {
  ignored: ["dist/"],
  adapter: "adapter.ts",
  environment: ".env",
  isRunByNode: true,
  importEnd: ".ts",
  start: "node --env-file=.env server.ts",
  origin: "http://localhost:3000",
  routes: "/auth",
} as const

export const nodeTsconfig = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "skipLibCheck": true,
    "types": ["node"],
    "rewriteRelativeImportExtensions": true,
    "outDir": "dist"
  }
}
`
