/** Database schema of a search space: creates missing tables. */

export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS document (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL,
    extracted TEXT,
    -- Number of the thesaurus that the subjects were extracted with.
    thesaurus INTEGER,
    -- Candidate languages of the language detection, if neither the document nor its text decides.
    guessed_among TEXT,
    -- Quantized embedding; null if it is not known yet, empty if the document has none.
    embedding BLOB
  ) STRICT;
  CREATE INDEX IF NOT EXISTS extracted_document ON document (thesaurus) WHERE extracted IS NOT NULL;
  CREATE INDEX IF NOT EXISTS guessed_document ON document (guessed_among) WHERE guessed_among IS NOT NULL;
  -- Content hashes and times (milliseconds since 1970) of the last writes. A table of its own is read without the content,
  -- and grows at its end.
  CREATE TABLE IF NOT EXISTS version (key INTEGER PRIMARY KEY, hash TEXT NOT NULL, written INTEGER) STRICT;
  -- The trained concept model. Documents up to retagged have been tagged by it; those up to last are to be.
  CREATE TABLE IF NOT EXISTS model (
    thesaurus INTEGER NOT NULL, documents INTEGER NOT NULL, retagged INTEGER NOT NULL, last INTEGER NOT NULL, record BLOB NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  -- The latest synchronization run, and the documents that it contains.
  CREATE TABLE IF NOT EXISTS run (
    id TEXT NOT NULL, started INTEGER NOT NULL, touched INTEGER NOT NULL, unreadable INTEGER NOT NULL, removed INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS run_document (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS thesaurus (number INTEGER PRIMARY KEY, record BLOB NOT NULL) STRICT;
`;
