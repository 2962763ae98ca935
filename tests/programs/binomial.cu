// SPDX-License-Identifier: MIT
// Option prices by binomial trees, each in an array of its own thread.
// must: local-memory
// may: small-grid, stall
// first: local-memory
#include "program.cuh"

#include <vector>
#include <cmath>

#define NUM_OPTIONS 65536
#define NUM_STEPS   512
#define THREADS     256

struct OptionData {
	float S; // spot
	float X; // strike
	float T; // years
};

__global__ void binomialKernel(const OptionData *options, float *callValue, int n, float riskFree,
                               float volatility)
{
	int opt = blockIdx.x * blockDim.x + threadIdx.x;
	if (opt >= n)
		return;

	float S = options[opt].S;
	float X = options[opt].X;
	float T = options[opt].T;

	float dt = T / NUM_STEPS;
	float vDt = volatility * sqrtf(dt);
	float growth = expf(riskFree * dt);
	float df = expf(-riskFree * dt);
	float u = expf(vDt);
	float d = expf(-vDt);
	float pu = (growth - d) / (u - d);
	float puByDf = pu * df;
	float pdByDf = (1.0f - pu) * df;

	// values at the expiry
	float v[NUM_STEPS + 1];
	for (int i = 0; i <= NUM_STEPS; i++) {
		float price = S * expf(vDt * (2.0f * i - NUM_STEPS));
		v[i] = price > X ? price - X : 0.0f;
	}

	// walk back to the root
	for (int i = NUM_STEPS; i > 0; i--)
		for (int j = 0; j < i; j++)
			v[j] = puByDf * v[j + 1] + pdByDf * v[j];

	callValue[opt] = v[0];
}

static float randRange(unsigned &seed, float low, float high)
{
	seed = seed * 1664525u + 1013904223u;
	float t = (seed >> 8) * (1.0f / 16777216.0f);
	return (1.0f - t) * low + t * high;
}

static double cnd(double d)
{
	return 0.5 * erfc(-d / sqrt(2.0));
}

static double blackScholes(const OptionData &o, double r, double vol)
{
	double sq = sqrt((double)o.T);
	double d1 = (log(o.S / o.X) + (r + 0.5 * vol * vol) * o.T) / (vol * sq);
	double d2 = d1 - vol * sq;
	return o.S * cnd(d1) - o.X * exp(-r * o.T) * cnd(d2);
}

int main()
{
	const float vols[3] = { 0.10f, 0.20f, 0.30f };
	const float riskFree = 0.06f;

	std::vector<OptionData> options(NUM_OPTIONS);
	std::vector<float> result(NUM_OPTIONS);
	unsigned seed = 123;
	for (int i = 0; i < NUM_OPTIONS; i++) {
		options[i].S = randRange(seed, 5.0f, 30.0f);
		options[i].X = randRange(seed, 1.0f, 100.0f);
		options[i].T = randRange(seed, 0.25f, 10.0f);
	}

	OptionData *d_options;
	float *d_value;
	CHECK(cudaMalloc(&d_options, NUM_OPTIONS * sizeof(OptionData)));
	CHECK(cudaMalloc(&d_value, NUM_OPTIONS * sizeof(float)));
	CHECK(cudaMemcpy(d_options, options.data(), NUM_OPTIONS * sizeof(OptionData),
	                     cudaMemcpyHostToDevice));

	double sum = 0.0, maxError = 0.0;
	for (int s = 0; s < 3; s++) {
		binomialKernel<<<NUM_OPTIONS / THREADS, THREADS>>>(d_options, d_value, NUM_OPTIONS,
		                                                   riskFree, vols[s]);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(result.data(), d_value, NUM_OPTIONS * sizeof(float),
		                     cudaMemcpyDeviceToHost));
		for (int i = 0; i < NUM_OPTIONS; i++)
			sum += result[i];
		for (int i = 0; i < NUM_OPTIONS; i += 1024) {
			double e = fabs(result[i] - blackScholes(options[i], riskFree, vols[s]));
			if (e > maxError)
				maxError = e;
		}
	}
	printf("binomial: sum of values %.3f, largest deviation from Black-Scholes %.4f\n", sum,
	       maxError);
	cudaFree(d_options);
	cudaFree(d_value);
	return 0;
}
