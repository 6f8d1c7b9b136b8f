import Database from "libsql";

type Statement = Database.Statement;

/**
 * Opens libSQL's prebuilt SQLite with the better-sqlite3 API, and its manners about values:
 * libSQL ends the whole process on a boolean, where better-sqlite3 throws this error.
 */
export function openLibsql(path: string): Database.Database {
  const database = new Database(path);
  const prepare = database.prepare.bind(database);
  return Object.assign(database, { prepare: (sql: string) => checked(prepare(sql)) });
}

function checked(statement: Statement): Statement {
  const { run, get, all, iterate } = statement;
  return Object.assign(statement, {
    run: (...values: unknown[]) => run.call(statement, bindable(values)),
    get: (...values: unknown[]) => get.call(statement, bindable(values)),
    all: (...values: unknown[]) => all.call(statement, bindable(values)),
    iterate: (...values: unknown[]) => iterate.call(statement, bindable(values)),
  });
}

function bindable(values: unknown[]): unknown[] {
  const flat = values.flat();
  if (flat.some((value) => typeof value === "boolean")) {
    throw new TypeError("SQLite binds numbers, strings, bigints, buffers and null; a boolean is none of them");
  }
  return flat;
}
