import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frontedTime } from '../../../../engines/knowledge/time/fronted.ts';

const OPENINGS = [
  'In 2016 ',
  'In 2016, ',
  'Since the 1990s ',
  'By the end of 2010 ',
  'From 2006 to 2014 ',
  'Between 2006 and 2014, ',
  'On 3 May 2012 ',
  'On May 3, 2012, ',
  'In Q3 2024 ',
  'In the spring of 2012, ',
  'As of 2016 ',
  'In the 20th century, ',
  'Last year ',
  'Three years ago, ',
  'Im Jahr 2011 ',
  'En 2016 ',
];

for (const opening of OPENINGS)
  test(opening, () => assert.equal(frontedTime(`${opening}Ida Moll joined Toto in 2020.`), opening.length));

const NO_TIMES = [
  'In March Ida Moll left.',
  'In 20th Century Fox she saw 2 friends.',
  'On 2020 Vision Records she sang.',
  'The 2024 Summer Olympics began.',
  'In 7 Eleven it is sold.',
  '2001: A Space Odyssey is a film.',
  'In Osby in 2016',
  'Expo 2020 was held.',
  'May 2012 was cold.',
  '',
  'In',
];

for (const text of NO_TIMES) test(`"${text}" opens with none`, () => assert.equal(frontedTime(text), 0));
