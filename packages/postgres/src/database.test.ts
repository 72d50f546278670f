import { pino } from 'pino';
import { expect, test } from 'vitest';
import { freePort } from '../../server/test/support/free-port.ts';
import { openDatabase } from './database.ts';

test.each(['127.0.0.1', 'localhost'])(
  'an unreachable database at %s is reported with its setting, without its password',
  async (host) => {
    const url = `postgres://ann:battery-staple@${host}:${await freePort()}/search`;
    const opening = openDatabase(url, pino({ level: 'silent' }));
    await expect(opening).rejects.toThrow(/^(?!.*battery).*DATABASE_URL.*ECONNREFUSED/);
  },
);
