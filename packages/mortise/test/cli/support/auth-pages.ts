import type { BetterAuthPlugin } from "better-auth"
import type { AuthDatabase } from "../../better-auth/schema/auth-databases.ts"

/** A plugin with a model of each kind of field, whose name is that of a line of the file. */
export const pages: BetterAuthPlugin = {
  id: "pages",
  schema: {
    page: {
      fields: {
        end: { type: "string", required: false },
        views: { type: "number", bigint: true, required: false },
        share: { type: "number", required: false },
        facts: { type: "json", required: false },
        tags: { type: "string[]", required: false },
        isOpen: { type: "boolean", required: false },
        seenAt: { type: "date", required: false },
        ownerId: { type: "string", required: false, references: { model: "user", field: "id" } },
      },
    },
  },
}

const time = "'2026-01-01T00:00:00.000Z'"

/** Ada's organization, and pages with values that are easy to change by mistake. */
export async function addPages({ run }: Pick<AuthDatabase, "run">): Promise<void> {
  await run(
    `INSERT INTO organization (id, name, slug, createdAt) VALUES ('acme', 'Ac"me\u2028', 'acme', ${time})`,
  )
  await run(`INSERT INTO member (id, organizationId, userId, role, createdAt)
    VALUES ('member-1', 'acme', 'ada', 'owner', '2026-01-01T00:00:00.123Z')`)
  await run(`INSERT INTO page (id, "end", views, share, facts, tags, isOpen, seenAt, ownerId) VALUES
    ('1', '', 9007199254740991, 3, '{"a":[1,null,{"b":"é"}]}', '["x","y"]', 1, '1960-02-29T23:59:59.999Z', 'ada'),
    ('2', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    ('3', ${time}, -1, -4, '"text"', '[]', 0, ${time}, NULL)`)
}
