-- Where both chips of a pair have a result in one MLPerf round, on one benchmark, with the same number of chips: the
-- best result of either. Speed is the inverse of minutes in training and the throughput in inference.
-- @accelerators like mlperf_training.accelerators
-- @a_result {title: First, unitField: unit, format: ",.2f"}
-- @b_result {title: Second, unitField: unit, format: ",.2f"}
-- @a_speed {title: Speed of the first over the second, unit: 1, better: higher, comparable: "round, benchmark, task", format: ".2f"}
SELECT p.id AS pair, 'Training' AS suite, a.round, CASE a.benchmark WHEN 'gpt3' THEN 'GPT-3' WHEN 'stable_diffusion' THEN 'Stable Diffusion' WHEN 'bert' THEN 'BERT' WHEN 'llama2_70b_lora' THEN 'Llama 2 70B LoRA'
    WHEN 'llama31_8b' THEN 'Llama 3.1 8B' WHEN 'llama31_405b' THEN 'Llama 3.1 405B' WHEN 'resnet' THEN 'ResNet-50' WHEN 'maskrcnn' THEN 'Mask R-CNN' WHEN 'retinanet' THEN 'RetinaNet' WHEN 'unet3d' THEN '3D U-Net' WHEN 'rnnt' THEN 'RNN-T' WHEN 'ssd' THEN 'SSD'
    WHEN 'dlrm' THEN 'DLRM' WHEN 'dlrm_dcnv2' THEN 'DLRM DCNv2' WHEN 'gnn' THEN 'GNN' WHEN 'rgat' THEN 'R-GAT' WHEN 'minigo' THEN 'MiniGo' ELSE a.benchmark END AS benchmark, 'training' AS task, NULL AS target, a.accelerators, refs(a.ref, b.ref) AS accelerators__ref,
  a.minutes AS a_result, a.ref AS a_result__ref, b.minutes AS b_result, b.ref AS b_result__ref, 'min' AS unit,
  b.minutes / a.minutes AS a_speed, refs(a.ref, b.ref) AS a_speed__ref,
  a.availability AS a_availability, b.availability AS b_availability, a.submitter AS a_submitter, b.submitter AS b_submitter, a.as_of,
  refs(a.ref, b.ref) AS ref
FROM pairs p
JOIN training_best a ON a.accelerator = p.a
JOIN training_best b ON b.accelerator = p.b AND b.round = a.round AND b.benchmark = a.benchmark AND b.accelerators = a.accelerators
UNION ALL
SELECT p.id, 'Inference', a.round, CASE a.benchmark WHEN 'gptj' THEN 'GPT-J' WHEN 'stable-diffusion-xl' THEN 'Stable Diffusion XL' WHEN 'llama2-70b' THEN 'Llama 2 70B' WHEN 'mixtral-8x7b' THEN 'Mixtral 8x7B'
    WHEN 'llama3.1-8b' THEN 'Llama 3.1 8B' WHEN 'llama3.1-405b' THEN 'Llama 3.1 405B' WHEN 'whisper' THEN 'Whisper' ELSE a.benchmark END, 'inference, ' || lower(a.scenario), a.model_version, a.accelerators, refs(a.ref, b.ref),
  a.throughput, a.ref, b.throughput, b.ref, a.unit,
  a.throughput / b.throughput, refs(a.ref, b.ref),
  a.availability, b.availability, a.submitter, b.submitter, a.as_of,
  refs(a.ref, b.ref)
FROM pairs p
JOIN inference_best a ON a.accelerator = p.a
JOIN inference_best b ON b.accelerator = p.b AND b.round = a.round AND b.benchmark = a.benchmark AND b.model_version IS a.model_version
  AND b.scenario = a.scenario AND b.accelerators = a.accelerators AND b.unit = a.unit
ORDER BY 1, 2 DESC, 3, 4, 5, 6, 7
