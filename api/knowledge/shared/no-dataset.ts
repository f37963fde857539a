import { problemAnswer } from '../../contract/problems.ts';

/** The answer to a dataset key that names none. */
export const NO_DATASET = { name: 'NoDataset', ...problemAnswer('There is no such dataset.', ['not_found']) };
