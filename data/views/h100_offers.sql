-- One on-demand offer of the H100 SXM from each of thirteen sellers, in its home or cheapest region.
SELECT p.id, p.provider, p.offering, p.region, p.usd_per_accelerator_hour, p.as_of,
  CASE WHEN p.provider IN ('AWS', 'Google Cloud', 'Microsoft Azure', 'Oracle Cloud') THEN 'Large cloud' ELSE 'Smaller cloud or marketplace' END AS seller, p.ref
FROM prices p
WHERE p.accelerator = 'h100-sxm' AND p.terms = 'on-demand' AND p.id IN (
  'vast/h100-sxm-cheapest/global/on-demand', 'verda/h100-sxm-cheapest/global/on-demand', 'runpod/h100-sxm-cheapest/global/on-demand',
  'nebius/h100_sxm-1x/global/on-demand', 'together/h100_sxm-1x/global/on-demand', 'digitalocean/h100-sxm-cheapest/global/on-demand',
  'crusoe/h100-sxm/global/on-demand', 'lambda/h100-sxm-cheapest/global/on-demand', 'coreweave/h100-sxm-8x/global/on-demand',
  'aws/p5.48xlarge/us-east-1/on-demand', 'oci/b98415/global/on-demand', 'gcp/a3-highgpu-8g/us-central1/on-demand',
  'azure/Standard_ND96isr_H100_v5/eastus/on-demand')
ORDER BY p.usd_per_accelerator_hour, p.id
