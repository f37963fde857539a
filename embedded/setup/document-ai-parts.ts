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

/** Tesseract's models of further languages, by its names. The models are Apache-2.0, their packages MIT. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ara: 'sha512-bB60Av6dsv9LRUrlaM6SgnAwjUpdbanw9Jf3mbhDCZAhX7Cp8u7YjI8EWfCvMhH3R2QJT/2EA8cijqPANOhwaA==',
  bul: 'sha512-Xo/BjUvXUSkZYP4jSfk09zvQOd9IJc1F79JtMWeCgdFOvegpdZ4r93urjHvCO/wgU9xrBXoToMa6qknhv7plQg==',
  ell: 'sha512-cCdWHcxHupC9YltWAoscqnw1QAIo4ENgaXNNVXfN+FBvSncnx3lgnNcyRdCvGSi31buwr7vPY156WHu2Yubg4A==',
  hin: 'sha512-MB6WY6g4SAtrs+Xuyz5JDDsLFCykCwIESV7M9KkyxF71bxBqhLa8e7GJi5yGa/Wl6V4nuC7LWX/EMdSyTINTvg==',
  kaz: 'sha512-9p8k1UV/CyoDN2XQ34JCmW9o/sYqlITJwlmDtoiu3SJv/PycXBuuqrRVFFvd1TDFPwjEMKb+Pu0lFeaT5bt/lQ==',
  kor: 'sha512-tepYhsYiRJ8E44R27MHxVteEDDLfYQxuvM6u4JlEHcCYqwpefvI5TGzoMgB67kunOvtyEJYtT5zfJ/6R6FVU9w==',
  ukr: 'sha512-W/i5g9xbyBHJxklEb0mU2iLENBzU9CgXk1LVg82aQ95IaRwNFjY1z5y0vMcydEHQLx/TeawGrHiqlWoyXWCDzA==',
};

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
    {
      // Reads lines in further scripts. BSD-2-Clause; the library in it, Tesseract, is Apache-2.0.
      name: 'tesseract-wasm',
      version: '0.11.0',
      integrity: 'sha512-a6TTRXTRKL6/zVa7lijMWEglLipqY10n7kG9QWr7rckknHkox+5PAzLbSluk+MfpbLgeXm6uoDI9ytezmJJr7Q==',
      keeps: /^(package\.json|LICENSE\.md|dist\/lib\.js|dist\/tesseract-core\.wasm)$/,
    },
    ...Object.entries(LANGUAGES).map(([language, integrity]) => ({
      name: `@tesseract.js-data/${language}`,
      version: '1.0.0',
      integrity,
      keeps: /^(package\.json|README\.md|4\.0\.0_best_int\/.*)$/,
    })),
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
