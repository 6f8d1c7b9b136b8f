import { createHash } from "node:crypto"
import type { Population } from "../../contestant.ts"

const digest = (text: string): string => createHash("md5").update(text).digest("hex")

/** Random ids and tokens of the usual length, so that neighbours in time are not neighbours in an index. */
const idOf = (n: number): string =>
  digest(`u${n}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
const tokenOf = (n: number): string => digest(`s${n}`) + digest(`t${n}`)

/** Some of the loaded rows, evenly spread. */
export function sampleOf(rows: number): Population {
  const picked = Array.from({ length: 500 }, () => 1 + Math.floor(Math.random() * rows))
  const users = picked.map((n) => ({
    id: idOf(n),
    name: "Ada Lovelace",
    email: `user-${n}@example.com`,
    emailVerified: null,
    image: null,
  }))
  const sessions = picked.map((n) => ({ sessionToken: tokenOf(n), userId: idOf(n), expires: new Date() }))
  return { users, sessions, accounts: [] }
}

/** Fills our tables with users that have a session and an account each. Keys and indexes are built at the end. */
export const loadPostgres = (rows: number): string[] => [
  "SET session_replication_role = replica",
  "SET maintenance_work_mem = '512MB'",
  `CREATE TEMP TABLE definitions AS
   SELECT CASE contype WHEN 'f' THEN 3 ELSE 1 END AS nth,
     format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS dropping,
     format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS adding
   FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f')
   UNION ALL SELECT 2, format('DROP INDEX %I', indexname), indexdef FROM pg_indexes
   WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
  forEachDefinition("dropping", "DESC"),
  `INSERT INTO users (id, name, email) SELECT md5('u' || n)::uuid::text, 'Ada Lovelace', 'user-' || n || '@example.com' FROM generate_series(1, ${rows}) n`,
  `INSERT INTO sessions ("sessionToken", "userId", expires) SELECT md5('s' || n) || md5('t' || n), md5('u' || n)::uuid::text, now() + interval '1 day' + n * interval '1 ms' FROM generate_series(1, ${rows}) n`,
  `INSERT INTO accounts ("userId", type, provider, "providerAccountId") SELECT md5('u' || n)::uuid::text, 'oidc', 'example', left(md5('a' || n), 21) FROM generate_series(1, ${rows}) n`,
  forEachDefinition("adding", "ASC"),
  "VACUUM ANALYZE",
]

const forEachDefinition = (column: string, order: string): string =>
  `DO $$ DECLARE each record; BEGIN FOR each IN SELECT * FROM definitions ORDER BY nth ${order} LOOP EXECUTE each.${column}; END LOOP; END $$`

const id =
  "insert(insert(insert(insert(md5(concat('u', seq)), 21, 0, '-'), 17, 0, '-'), 13, 0, '-'), 9, 0, '-')"

/**
 * The same on MariaDB, by statements that can run concurrently. With these checks off, MariaDB sorts the rows of an empty
 * table before it stores them.
 */
export const loadMariadb = (rows: number): string[] =>
  [
    `INSERT INTO users (id, name, email) SELECT ${id}, 'Ada Lovelace', concat('user-', seq, '@example.com') FROM seq_1_to_${rows}`,
    `INSERT INTO sessions (sessionToken, userId, expires) SELECT concat(md5(concat('s', seq)), md5(concat('t', seq))), ${id}, utc_timestamp(3) + interval 1 day + interval seq * 1000 microsecond FROM seq_1_to_${rows}`,
    `INSERT INTO accounts (userId, type, provider, providerAccountId) SELECT ${id}, 'oidc', 'example', left(md5(concat('a', seq)), 21) FROM seq_1_to_${rows}`,
  ].map((insert) => `SET STATEMENT unique_checks = 0, foreign_key_checks = 0 FOR ${insert}`)
