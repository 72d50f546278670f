/** The tables of a space's database, as this version has them. */
import type { DatabaseSync } from 'node:sqlite';

/** Makes what is not there yet, and brings what former versions made up to this one. */
export function createTables(database: DatabaseSync): void {
  database.exec(tables);
  addGuesses(database);
}

const tables = `
  CREATE TABLE IF NOT EXISTS document (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL,
    extracted TEXT,
    -- Number of the thesaurus that the extracted subjects come from.
    thesaurus INTEGER,
    -- Codes of the languages that its own was guessed among, where neither it nor its text says it.
    guessed_among TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS extracted_document ON document (thesaurus) WHERE extracted IS NOT NULL;
  -- What a snapshot of the index has still to be told. Forms are numbers of words, each in 4 bytes: as the index has them.
  CREATE TABLE IF NOT EXISTS removed (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, key INTEGER NOT NULL, forms BLOB NOT NULL
  ) STRICT;
  -- The same without forms, of former versions.
  DROP TABLE IF EXISTS removal;
  -- What was made of the documents at one moment, and kept elsewhere, is known again by a mark of that moment.
  CREATE TABLE IF NOT EXISTS mark (made TEXT NOT NULL, mark TEXT NOT NULL, PRIMARY KEY (made, mark)) STRICT;
  CREATE TABLE IF NOT EXISTS thesaurus (number INTEGER PRIMARY KEY, record BLOB NOT NULL) STRICT;
`;

/** Databases of former versions have no such column. */
function addGuesses(database: DatabaseSync): void {
  const columns = database.prepare(
    "SELECT 1 FROM pragma_table_info('document') WHERE name = 'guessed_among'",
  );
  if (!columns.get()) database.exec('ALTER TABLE document ADD COLUMN guessed_among TEXT');
  database.exec(
    'CREATE INDEX IF NOT EXISTS guessed_document ON document (guessed_among) WHERE guessed_among IS NOT NULL',
  );
}
