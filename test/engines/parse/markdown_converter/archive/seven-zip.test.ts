import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { assertFails, parse } from '../../../../support/documents/parse.ts';

const SETTINGS = { mediaType: 'application/x-7z-compressed' };
const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');

/** Made with py7zr: `docs/a.md`, `b.csv` and `leer/x.bin`. */
const THREE = bytes(
  'N3q8ryccAARO1EqLnQAAAAAAAAAWAAAAAAAAAHyfxpoBABMjIFRpdGxlCmEsYgoxLDIKAAECAwDgAJoAfV0AAIEzB64Pz4CuDA/Ual595dffeE/G8XzVUpxooJprFwWIA3LhX1QUQ0rlgiO1rdYJlPf6AYzCtQcdsIBuZgPDjOQ2Phi2TT6IYj0Xu53ooTFBAVIcUdoTM0acqIZK8qGmbYNA9TIZLGaYbWnu53vN+8kwwpE0cb3phP8AAAAAFwYYAQmAhQAHCwEAASEhARgMgJsAAA==',
);
/** `a.txt`, encrypted. */
const ENCRYPTED = bytes(
  'N3q8ryccAARFmI7BeQAAAAAAAAAUAAAAAAAAAIHWvcqOKvBdIno4gUxskMlcw+c0AQBkAQQGAAEJEAoBveXHUwAHCwEAAiQG8QcBElMPBKnCz6aKlabH6x+72+1kpCEhARgBAAwKBgAICgHl6KJcAAAFARENAGEALgB0AHgAdAAAABQKAQCAEgJYuHvdARUGAQAggICBAAAAFwYQAQlpAAcLAQABISEBGAxlAAA=',
);
/** The same with its list of members. */
const ENCRYPTED_LIST = bytes(
  'N3q8ryccAAQFnyBPgAAAAAAAAAAoAAAAAAAAANWX4+xZIkC9cUnanaNQ2O3MjYcYYOBSqv+pKVJb+/SonQBgftdlF7WAVSljDSQsflHz1xuBxXTK98RcD/59m4T5tp3a5BQfhjwFiw+EvHR5bvsp/tjw3DiNxn6kZ5mdeujosfxMpVTX48dv8+RsiOv5Lf5Wtaq0EcSRjbgv21rRydyj8hcGEAEJcAAHCwEAASQG8QcBElMPXVXEb8gDqfyTVflub449TgxlAAA=',
);
/** `a.txt`, 200 MiB of zeros as `b.txt`, `c.txt`; 30 KB, and compressed once more here. */
const BOMB = gunzipSync(
  bytes(
    'H4sIAPfxBGsC/+3d20vTcRgG8O+quTzQbxnY1BXTctMJokQNNNMWlTBmupk5zTRLI4k8VR6YuaUGTSqXqCvSZWAry0NaSqGy1cTMJg2SMip3oZEpakk2N21h/QtdVDzPzXv58H7+gUdQ1N3KY5NVJYnRKlJAfmX970MOX8msdTg8aDnJJNRTVEDFtzCFct8YNnsy7pOv91MXI6eord5r3ObSl1HcWVfBe941rJtTiwcCFxNvVKcZOLl+koVJ58Iv9Ed9pPDIgY7N+kzZzhGjLPocl5QdEvEfvOPwGoLk06z5rd4vcyMlCb0TZ+7JxsaT6KsX+t82L9olgadMG5M4woX30nBrwFHnMMUg/8Tow7BZY09QShO1Q5QhrFy3xsGssuYUyKyuJke1/x7qzqL8g/1acFC8/nL5XKlSn270k1q/qbeF0BvbprMM2eK9bmb12qbm1A2Ph+7zWAdl5ycy/q5q32NpNq2DSQskU3lS3VJvizzES9t1MeRkdr1uU8qU/2C5uVqjOstXf+Wd/u6pd9KINUtvWocrqX/u0z9UHUtFtAMMYAADGMAABjCAAQxgAAMYwAAGMIABDGAAAxjAAAYwgAEMYAADGMAABjCAAQxgAAMYwAAGMIABDGAAAxjAAAYwgAEMYAADGMAABjCAAQxgAAMYwAAGMIABDGAAAxjAAAYwgAEMYAADGMAABjCAAQxgAAMYwAAGMIABDGAAAxjAAAYwgAEMYAADGMAABjCAAQxgAAMYwAAGMIABDGAA+5/BFMmphFoGuyD6aJNyKcMPS1QqsRANyU8mRLmF0UK9nhkqVXVHjYU69uW0J7a6T4mokRXXn4jpz4obbDP7+UOdgqxdXEVAhV3LvmWNedHnUXY8T1t/8+7nLJM8OPxVDaPKs6e9Q7B91MlSa7ktrWqW6c0jCekDo3WmMOVu7nxsvz0ucmVEo7t69lJCzfIWsJNemU9zLiEMVxqh+fjQWG6Kq4T8BH85q/03eAAA',
  ),
);

test('files are sections as those of other archives', async () => {
  const { markdown, warnings } = await parse(THREE, SETTINGS);
  assert.equal(
    markdown,
    '## docs/a.md\n\n### Title\n\n## b.csv\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n## leer/x.bin\n',
  );
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['nested_unsupported_type'],
  );
});

test('encrypted and damaged archives are reported', async () => {
  await assertFails(parse(ENCRYPTED, SETTINGS), 'encrypted');
  await assertFails(parse(ENCRYPTED_LIST, SETTINGS), 'encrypted');
  await assertFails(parse(THREE.subarray(0, 40), SETTINGS), 'corrupt');
});

test('a bomb is not unpacked beyond the limit', async () => {
  const { markdown, warnings } = await parse(BOMB, SETTINGS);
  assert.equal(markdown, '## a.txt\n\ntext\n\n## b.txt\n');
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['nested_too_large'],
  );
});
