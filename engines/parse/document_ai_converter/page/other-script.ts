/** Reads the lines of a page that the recognition model could not read with the model of another script. */

import { median } from '../../pages/page/geometry.ts';
import type { Models } from '../inference/models.ts';
import { SCRIPT_MODELS, isScriptModel } from '../models/tesseract.ts';
import type { ScriptModel } from '../models/tesseract.ts';
import { turnHalf } from '../raster/raster.ts';
import type { PixelBox, Raster } from '../raster/raster.ts';
import { isUnknownScript, isUnread, unreadLines } from '../recognition/line-legibility.ts';
import type { RecognizedLine } from '../recognition/recognition.ts';
import { chooseProbes, turnedBox } from './upright.ts';
import type { UprightLines } from './upright.ts';

/** Lines that every model reads: those nearest to 20 characters. */
const PROBES = 3; // all models read them, and once more upside down
/** Minimum median confidence of a model in them. The right one has .8 to .96, others at most .65. */
const MIN_CONFIDENCE = 0.72; // test “what no model is sure of, or reads as Latin letters, stays as it is”
/** Minimum share of letters that are those of the model's script. */
const MIN_SHARE = 0.7; // the rest is Latin: names and units
/** Median confidence from which the lines are not tried upside down. */
const SURE = 0.85; // less than clean pages have
/** Lines that the recognition model read with less confidence may be in the other script too. */
const DOUBTFUL = 0.9; // letters that look alike reach .89
/** Minimum confidence of a line in a script that the page is known to have. */
const MIN_LINE = 0.65; // as MIN_CONFIDENCE of line-legibility.ts

/** The same lines, those in another script read with its model. Latin, Chinese and Japanese pages cost nothing. */
export async function withOtherScript(models: Models, page: UprightLines): Promise<UprightLines> {
  const { lines } = page;
  if (!isUnknownScript({ detected: lines }) && unreadLines(lines) === 0) return page;
  const unread = lines.filter(isUnread);
  const { probes } = chooseProbes(unread, PROBES);
  if (probes.length === 0) return page;
  const upright = await bestModel(models, page.raster, probes);
  const turned = upright.confidence >= SURE ? null : await turnedPage(models, page, probes);
  if (turned !== null && turned.confidence > upright.confidence) return readWith(models, turned.page, turned.model);
  return upright.model === null ? page : readWith(models, page, upright.model);
}

interface Choice {
  readonly model: ScriptModel | null;
  readonly confidence: number;
}

async function bestModel(models: Models, raster: Raster, boxes: readonly PixelBox[]): Promise<Choice> {
  const choices = await Promise.all(
    Object.keys(SCRIPT_MODELS)
      .filter(isScriptModel)
      .map(async (model): Promise<Choice> => {
        const read = await models.readScript(raster, boxes, model);
        const confidence = median(read.map((line) => line.confidence));
        const isLikely = confidence >= MIN_CONFIDENCE && isInScript(read, model);
        return isLikely ? { model, confidence } : { model: null, confidence: 0 };
      }),
  );
  return choices.reduce((best, choice) => (choice.confidence > best.confidence ? choice : best), {
    model: null,
    confidence: 0,
  });
}

/** The page turned by 180°, where a model reads that. */
async function turnedPage(models: Models, page: UprightLines, probes: readonly PixelBox[]) {
  const raster = turnHalf(page.raster);
  const { model, confidence } = await bestModel(
    models,
    raster,
    probes.map((box) => turnedBox(box, raster)),
  );
  if (model === null) return null;
  const lines = page.lines.map((line) => ({
    ...line,
    ...turnedBox(line, raster),
    text: '',
    characters: [],
    confidence: 0,
  }));
  return { model, confidence, page: { raster, flipped: !page.flipped, lines } };
}

async function readWith(models: Models, page: UprightLines, model: ScriptModel): Promise<UprightLines> {
  const doubtful = page.lines.filter((line) => isUnread(line) || line.confidence < DOUBTFUL);
  const read = await models.readScript(page.raster, doubtful, model);
  const better = new Map(
    doubtful.flatMap((line, index): [RecognizedLine, RecognizedLine][] => {
      const other = read[index];
      if (other === undefined || other.confidence < MIN_LINE || !isInScript([other], model)) return [];
      return isUnread(line) || other.confidence > line.confidence ? [[line, other]] : [];
    }),
  );
  return { ...page, lines: page.lines.map((line) => better.get(line) ?? line), model };
}

function isInScript(lines: readonly RecognizedLine[], model: ScriptModel): boolean {
  const text = lines.map((line) => line.text).join('');
  const count = (kind: RegExp): number => text.match(kind)?.length ?? 0;
  return count(SCRIPT_MODELS[model]) >= MIN_SHARE * Math.max(1, count(/\p{L}/gu));
}
