/** The parts of document AI: pinned, verified, and only the files that it needs. All have permissive licences. */
import { onnxRuntime, SYSTEM } from './packages.ts';
import type { NpmPart } from './packages.ts';

export interface ModelPart {
  /** Path in the wheel. */
  readonly path: string;
  readonly sha256: string;
}

/** Decodes pictures. MIT; the library in it, Skia, is under the BSD licence. */
const CANVAS: Readonly<Record<string, { readonly name: string; readonly integrity: string }>> = {
  'linux-x64': {
    name: '@napi-rs/canvas-linux-x64-gnu',
    integrity: 'sha512-7bZfDI9lxKqj9wJRHiSQBimCRanxDGHYE7TugnOmFJ9ScpgFSsLHFQtOH9wvmbQvBwv5nBuDBGJlG0+7iGkN+w==',
  },
  'linux-arm64': {
    name: '@napi-rs/canvas-linux-arm64-gnu',
    integrity: 'sha512-q1HBkNmB9mc6SF6uSz2492qSgsB46MqS+n3bPbPCE0kUXmWAPkH9vDADeawbhepQYn8RhlV2V/P5u6nykFXbuQ==',
  },
};
const CANVAS_VERSION = '1.1.1';

/** The packages for this platform; `null` when it is not supported. */
export function npmParts(system: string = SYSTEM): readonly NpmPart[] | null {
  const canvas = CANVAS[system];
  const onnx = onnxRuntime(system);
  if (canvas === undefined || onnx === null) return null;
  return [
    ...onnx,
    {
      name: '@napi-rs/canvas',
      version: CANVAS_VERSION,
      integrity: 'sha512-UyNspnx0rXclATMOBXiWgy1xtWUSUDm4UOO6+YO8xzyVKaZRpvK+SlJSCtRoSI9J/mEqklJiPYtroN1B+hgLXg==',
      keeps: /^(package\.json|LICENSE|[^/]*\.js)$/,
    },
    { ...canvas, version: CANVAS_VERSION, keeps: /./ },
    {
      // Reads TIFF files. MIT.
      name: 'utif2',
      version: '4.1.0',
      integrity: 'sha512-+oknB9FHrJ7oW7A2WZYajOcv4FcDR4CfoGB0dPNfxbi4GO05RRnFmt5oa23+9w32EanrYcSJWspUiJkLMs+37w==',
      keeps: /^(package\.json|LICENSE|UTIF\.js)$/,
    },
    {
      // Decompression for utif2. MIT and Zlib.
      name: 'pako',
      version: '1.0.11',
      integrity: 'sha512-4hLB8Py4zZce5s4yd9XzopqwVv/yGNhV1Bl8NTmCq1763HeK2+EwVTv+leGeL13Dnh2wfbqowVPXCIO0z4taYw==',
      keeps: /^(package\.json|LICENSE|index\.js|lib\/.*)$/,
    },
  ];
}

/** The wheel that contains the models of PaddleOCR. Both are Apache-2.0. */
export const MODEL_WHEEL = { name: 'rapidocr', version: '3.10.0' } as const;

export const MODELS: readonly ModelPart[] = [
  {
    path: 'rapidocr/models/PP-OCRv6_det_small.onnx',
    sha256: '090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f',
  },
  {
    path: 'rapidocr/models/PP-OCRv6_rec_small.onnx',
    sha256: '6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884',
  },
];

/** Installed with the models. */
export const MODEL_LICENCES = /\.dist-info\/licenses\/(LICENSE|MODEL_LICENSES\.md)$/;
