/**
 * Names of sections that reports and papers have in common. Alone on a line above text, they head it, however they
 * look.
 */

const NAMES: ReadonlySet<string> = new Set(
  [
    'abstract, summary, executive summary, introduction, background, methods, materials and methods, results, ' +
      'discussion',
    'results and discussion, conclusion, conclusions, acknowledgements, acknowledgments, references, ' +
      'bibliography, contents',
    'zusammenfassung, einleitung, einführung, methoden, ergebnisse, diskussion, fazit, danksagung, ' +
      'literaturverzeichnis',
    'résumé, méthodes, résultats, remerciements, références, bibliographie, sommaire, table des matières',
    'resumen, introducción, métodos, resultados, discusión, conclusiones, agradecimientos, referencias, bibliografía',
    'sommario, introduzione, metodi, risultati, discussione, conclusioni, ringraziamenti, bibliografia',
    'resumo, introdução, discussão, conclusão, conclusões, agradecimentos, referências',
    '摘要, 引言, 绪论, 结论, 参考文献, 致谢, 目录, 概要, はじめに, 結論, 謝辞, 参考文献, 目次',
  ].flatMap((line) => line.split(', ')),
);

export const isSectionName = (text: string): boolean => NAMES.has(text.replace(/[.:：]$/, '').toLowerCase());
