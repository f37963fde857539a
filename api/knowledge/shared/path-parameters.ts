import { Type } from 'typebox';
import { Text, documentIdParameter } from '../../contract/schema.ts';

export const DatasetId = Type.Object({
  datasetId: Text('The dataset.', 'dset_01k9zt6v3c8wq4m2n7r5x0ybhd', {
    title: 'DatasetId',
    minLength: 1,
    maxLength: 255,
  }),
});

export const DocumentId = Type.Object({
  ...DatasetId.properties,
  ...documentIdParameter,
});
