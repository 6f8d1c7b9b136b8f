/** A provider of Auth.js with which a new application signs in at once, without an OAuth app and without a mailer. */
const lines = `// Prints the link to the terminal. Before you deploy, send it with your mailer.
{
  id: "email",
  type: "email",
  name: "Email",
  maxAge: 15 * 60,
  sendVerificationRequest: printMail,
},`.split("\n")

/** The provider that prints its link, for a list that is indented by this many spaces. */
export const printedLink = (indent: number): string =>
  lines.map((line) => " ".repeat(indent) + line).join("\n")
