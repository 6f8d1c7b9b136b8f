import { describe, expect, test } from "vitest"
import { violation } from "../../../../src/sql/engines/mysql/violation.ts"

describe("an error of MySQL or MariaDB means", () => {
  test.each([
    ["Duplicate entry 'x' for key 'users_email'", "users_email"],
    ["Duplicate entry 'x' for key 'users.users_email'", "users_email"],
    ["Duplicate entry 'for key 'a'' for key 'PRIMARY'", "PRIMARY"],
    ["unreadable", ""],
  ])("a taken key: %s", (sqlMessage, key) => {
    expect(violation({ errno: 1062, sqlMessage })).toEqual({ taken: { key } })
    expect(violation({ errno: 1062, message: sqlMessage })).toEqual({ taken: { key } })
  })

  test.each([
    [1146, "Table 'app.users' doesn't exist", { missing: "table", name: "users" }],
    [1054, "Unknown column 'age' in 'field list'", { missing: "column", name: "age" }],
    [1054, "Unknown column 'users.age' in 'field list'", { missing: "column", name: "age" }],
    [1048, "Column 'email' cannot be null", { emptyColumn: "email" }],
    [1364, "Field 'email' doesn't have a default value", { emptyColumn: "email" }],
  ])("%d %s", (errno, sqlMessage, meaning) => {
    expect(violation({ errno, sqlMessage })).toEqual({ ...meaning, detail: sqlMessage })
  })

  test("a missing owner", () => {
    for (const errno of [1451, 1452]) expect(violation({ errno })).toEqual({ brokenReference: true })
  })

  test.each([
    ["transient", [1213, 1205, 1020, 1047, 1969, 3024, 1317, 1412, 1615]],
    ["readonly", [1290, 1836, 1792]],
    ["invalid", [1406, 1048, 1364, 1264, 1366, 1292, 3819, 4025, 1267, 1270, 1271]],
    ["unavailable", [45012, 45013, 45027, 45028, 45035, 45037]],
    // Any other refusal of the server.
    ["unavailable", [1000, 1045, 1142, 1040, 44_999]],
  ] as const)("%s: %j", (code, numbers) => {
    for (const errno of numbers) expect(violation({ errno }), String(errno)).toEqual({ code })
  })

  test.each([
    { code: "ECONNREFUSED" },
    { code: "ENOTFOUND" },
    { code: "ETIMEDOUT", syscall: "connect" },
    { message: "Pool is closed." },
    { message: "No connections available." },
    { message: "Queue limit reached." },
    { message: "Can't add new command when connection is in closed state" },
  ])("that nothing was sent: %j", (error) => {
    expect(violation(error)).toEqual({ code: "unavailable" })
  })

  test.each([
    {},
    { code: "ECONNRESET", syscall: "read" },
    { message: "Connection lost: Pool is closed" },
    ...[1053, 1927, 1180, 1158, 1159, 1160, 1161, 999, 45_000, 45_038].map((errno) => ({ errno })),
  ])("nothing known, which may be a lost answer: %j", (error) => {
    expect(violation(error)).toBeUndefined()
  })
})
