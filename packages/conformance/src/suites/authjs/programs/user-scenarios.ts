import { member } from "../../../engine/case-tools/same-value.ts"
import {
  type AccountInput,
  accountModel,
  type EmailInput,
  emailModel,
  type Fields,
  type FieldsInput,
  fieldsModel,
} from "./key-models.ts"
import type { Scenario } from "./run-scenario.ts"
import { createUser, keyView } from "./sign-in-scenarios.ts"

const emailView = (email: string) =>
  keyView({
    key: `the address "${email}"`,
    model: emailModel,
    toInput(step): EmailInput | undefined {
      if (step.op === "getUserByEmail") return step.email === email ? { do: "find" } : undefined
      if (step.op === "deleteUser") return { do: "delete", user: step.user }
      if (step.op !== "createUser" && step.op !== "updateUser") return undefined
      if (step.op === "createUser" && step.fields.email !== email) return undefined
      return { do: step.fields.email === email ? "claim" : "leave", user: step.user }
    },
    readValue: (row, findUser) => findUser(member(row, "id")),
  })

/** Two users and new users compete for three addresses. */
export const emailScenario: Scenario = {
  before: [createUser("ada", "a@example.com"), createUser("bob", "b@example.com")],
  steps: [
    createUser("new", "c@example.com"),
    { op: "updateUser", user: "ada", fields: { email: "c@example.com" } },
    { op: "updateUser", user: "bob", fields: { email: "c@example.com" } },
    { op: "updateUser", user: "ada", fields: { email: "a@example.com" } },
    { op: "updateUser", user: "bob", fields: { email: "a@example.com" } },
    { op: "getUserByEmail", email: "a@example.com" },
    { op: "getUserByEmail", email: "c@example.com" },
    { op: "deleteUser", user: "bob" },
  ],
  after: ["a@example.com", "b@example.com", "c@example.com"].map((email) => ({
    op: "getUserByEmail",
    email,
  })),
  views: ["a@example.com", "b@example.com", "c@example.com"].map(emailView),
}

const account = { provider: "github", id: "1" }

/** Two users link and unlink the same account. */
export const accountScenario: Scenario = {
  before: [createUser("ada", "a@example.com"), createUser("bob", "b@example.com")],
  steps: [
    { op: "linkAccount", user: "ada", ...account },
    { op: "linkAccount", user: "bob", ...account },
    { op: "getUserByAccount", ...account },
    { op: "unlinkAccount", ...account },
  ],
  after: [{ op: "getUserByAccount", ...account }],
  views: [
    keyView({
      key: 'the account "1" at "github"',
      model: accountModel,
      toInput(step): AccountInput | undefined {
        if (step.op === "linkAccount") return { do: "link", user: step.user }
        if (step.op === "unlinkAccount") return { do: "unlink" }
        return step.op === "getUserByAccount" ? { do: "find" } : undefined
      },
      readValue: (row, findUser) => findUser(member(row, "id") ?? member(row, "userId")),
    }),
  ],
}

/** Callers change two fields of one user. */
export const fieldScenario: Scenario = {
  before: [createUser("ada", "a@example.com")],
  steps: [
    { op: "getUser", user: "ada" },
    { op: "updateUser", user: "ada", fields: { name: "A" } },
    { op: "updateUser", user: "ada", fields: { image: "https://example.com/1.png" } },
    { op: "updateUser", user: "ada", fields: { name: null } },
    { op: "updateUser", user: "ada", fields: { image: null } },
  ],
  after: [{ op: "getUser", user: "ada" }],
  views: [
    keyView({
      key: "the name and image of the user",
      model: fieldsModel({ name: "Ada", image: null }),
      toInput(step): FieldsInput | undefined {
        if (step.op === "getUser") return { do: "read" }
        return step.op === "updateUser" ? { do: "change", fields: step.fields as Fields } : undefined
      },
      readValue: (row) => ({
        name: (member(row, "name") ?? null) as string | null,
        image: (member(row, "image") ?? null) as string | null,
      }),
    }),
  ],
}
